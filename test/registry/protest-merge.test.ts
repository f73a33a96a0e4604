import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { CNPJ, CPF, ndjson, OTHER_CPF, protest, protestsImport } from './fixtures/lines.ts';

const NONE = { added: 0, changed: 0, removed: 0 };

describe('the merge of protests', () => {
  let bed: ImportBed;
  let files = 0;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());
  afterEach(() => bed.query('truncate registry.protests'));

  const take = async (...lines: readonly unknown[]) => {
    const path = bed.file(`p${(files += 1)}.ndjson`, ndjson(...lines));
    return (await bed.run(protestsImport, [path])).changed['protests'];
  };
  const rows = () =>
    bed.query(
      'select root, protest_key, value, is_live, rest from registry.protests order by root, protest_key',
    );

  it('adds, changes and leaves alone, by key', async () => {
    assert.deepEqual(await take(protest(), protest({ key: 'b', document: CNPJ })), { ...NONE, added: 2 });
    assert.deepEqual(await take(protest(), protest({ key: 'b', document: CNPJ })), NONE);
    assert.deepEqual(await take(protest({ state: 'PAID', updatedAt: '2026-02-01T00:00:00Z' })), {
      ...NONE,
      changed: 1,
    });
    assert.deepEqual(await rows(), [
      { root: CPF, protest_key: 'SP-1-0001', value: '123.45', is_live: false, rest: { state: 'PAID' } },
      { root: CNPJ.slice(0, 8), protest_key: 'b', value: '123.45', is_live: true, rest: null },
    ]);
    assert.deepEqual(await take(protest()), NONE);
  });

  it('keeps the newest of several lines of a key', async () => {
    await take(
      protest({ value: '1' }),
      protest({ value: '2', updatedAt: '2026-01-12T00:00:00Z' }),
      protest({ value: '3', updatedAt: '2026-01-11T00:00:00Z' }),
      protest({ value: '4', updatedAt: '2026-01-12T00:00:00Z' }),
    );
    assert.deepEqual(await rows(), [
      { root: CPF, protest_key: 'SP-1-0001', value: '4.00', is_live: true, rest: null },
    ]);
  });

  it('moves a key that comes under another document', async () => {
    await take(protest());
    assert.deepEqual(await take(protest({ document: OTHER_CPF, updatedAt: '2026-02-01T00:00:00Z' })), {
      added: 1,
      changed: 0,
      removed: 1,
    });
    assert.deepEqual(
      (await bed.query<{ root: string }>('select root from registry.protests')).map(({ root }) => root),
      [OTHER_CPF],
    );
  });
});
