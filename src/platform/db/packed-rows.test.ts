import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../../test/support/database.ts';
import type { TestDatabase } from '../../../test/support/database.ts';
import { packedRow, packedRows, packRows, unpackedRows, unpackRows } from './packed-rows.ts';

describe('packed rows', () => {
  let database: TestDatabase;
  let client: Client;
  before(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  after(async () => {
    await client.end();
    await database.drop();
  });

  async function read(values: string): Promise<string[][]> {
    const row = packedRow(['a', 'b', 'c']);
    const sql = `select ${packedRows(row, 'a')} as lines from (values ${values}) as v (a, b, c)`;
    return [...unpackRows((await client.query<{ lines: string | null }>(sql)).rows[0]?.lines)];
  }

  it('come as they are, in their order, with nothing where there is null', async () => {
    assert.deepEqual(await read(`(2, null, '{"a": 1}'), (1, date '2026-01-02', 'x y')`), [
      ['1', '2026-01-02', 'x y'],
      ['2', '', '{"a": 1}'],
    ]);
  });

  it('are none when there is none', async () => {
    const sql = `select ${packedRows(packedRow(['1']), '1')} as lines where false`;
    assert.deepEqual([...unpackRows((await client.query<{ lines: string | null }>(sql)).rows[0]?.lines)], []);
    assert.deepEqual([...unpackRows(null)], []);
  });

  async function write(rows: readonly (readonly (string | number | null)[])[]): Promise<unknown[]> {
    const sql = `select f from ${unpackedRows('$1')}`;
    return (await client.query<{ f: unknown }>(sql, [packRows(rows)])).rows.map(({ f }) => f);
  }

  it('go in with null where there is nothing', async () => {
    assert.deepEqual(await write([]), []);
    assert.deepEqual(
      await write([
        [1, null, 'é', JSON.stringify({ text: 'a\nb\u001Fc|d' })],
        [2, 'b', null, null],
      ]),
      [
        ['1', null, 'é', '{"text":"a\\nb\\u001fc|d"}'],
        ['2', 'b', null, null],
      ],
    );
  });
});
