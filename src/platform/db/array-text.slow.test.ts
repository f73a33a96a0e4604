import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { numberArray, textArray } from './array-text.ts';

describe('arrays as text', () => {
  let test: TestDatabase;
  let client: Client;
  before(async () => {
    test = await createTestDatabase();
    client = new Client({ connectionString: test.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await test.drop();
  });

  it('come back as they were, whatever the elements hold', async () => {
    const awkward = ['', ' ', 'NULL', 'null', '{a,b}', '"', '\\', '\\"', 'a,b', '\t\n\u00a0', 'ção', null];
    const element = fc.oneof(
      fc.constantFrom(...awkward),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '').toWellFormed()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 20 }), async (values) => {
        const { rows } = await client.query<{ back: unknown }>('select $1::text[] as back', [
          textArray(values),
        ]);
        assert.deepEqual(rows[0]?.back, values);
      }),
      { numRuns: 60, examples: [[awkward]] },
    );
  });

  it('hold numbers', async () => {
    const { rows } = await client.query<{ back: unknown }>('select $1::int[] as back', [
      numberArray([1, -2, 0]),
    ]);
    assert.deepEqual(rows[0]?.back, [1, -2, 0]);
  });
});
