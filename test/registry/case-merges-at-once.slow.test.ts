// Two case sources hold different locks and write the same tables.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportDefinition } from '../../src/platform/imports/definition.ts';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { watch } from '../../src/platform/imports/fixtures/watchers.ts';
import {
  caseLine,
  casesImport,
  CPF,
  datajudImport,
  hit,
  ndjson,
  OTHER_CPF,
  party,
  record,
} from './fixtures/lines.ts';

const CASES = 60;
const POLL_MS = 10;
const numberOf = (index: number): string => String(index).padStart(20, '0');

describe('two imports of court cases at once', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  const clear = () => bed.query('truncate registry.case_records, registry.case_parties');
  const contentOf = async (): Promise<unknown[]> =>
    bed.query(`select to_jsonb(r) - 'fetched_at' - 'import_id' as row from registry.case_records r
      union all select to_jsonb(p) - 'fetched_at' from registry.case_parties p order by 1`);

  /** True once a backend waits for another, so that the second merge has got as far as it can. */
  const isAnybodyWaiting = async (): Promise<boolean> => {
    const rows = await bed.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  function writeFiles(): { cases: string; datajud: string } {
    // The licensed file knows the parties; DataJud knows of every other case that it is closed or secret.
    const lines = Array.from({ length: CASES }, (_, index) =>
      caseLine({
        number: numberOf(index),
        records: [record({ parties: [party(), party({ document: OTHER_CPF, side: 'ACTIVE' })] })],
      }),
    );
    const hits = Array.from({ length: CASES / 2 }, (_, index) =>
      hit({
        numeroProcesso: numberOf(index * 2),
        nivelSigilo: index % 3 === 0 ? 2 : 0,
        movimentos: [{ codigo: 22, nome: 'Baixa Definitiva', dataHora: '2025-01-01T00:00:00.000Z' }],
      }),
    );
    return {
      cases: bed.file('cases.ndjson', ndjson(...lines)),
      datajud: bed.file('datajud.ndjson', ndjson(...hits)),
    };
  }

  it('end as if one had come after the other, whichever is first', async () => {
    const paths = writeFiles();
    const run = (definition: ImportDefinition, hold: () => Promise<void>) =>
      bed.run(definition, [paths[definition.source as keyof typeof paths]], {
        maxSetAsidePercent: 100,
        watchers: [watch({}, hold)],
      });
    const atOnce = async (): Promise<void> => {};
    await run(casesImport, atOnce);
    await run(datajudImport, atOnce);
    const expected = await contentOf();
    assert.ok(JSON.stringify(expected).includes(CPF));
    for (const [first, second] of [
      [casesImport, datajudImport],
      [datajudImport, casesImport],
    ] as const) {
      await clear();
      const merged = Promise.withResolvers<void>();
      const over = new AbortController();
      // Its rows are written and not committed: the moment at which the other must not look.
      const running = run(first, async () => {
        merged.resolve();
        while (!over.signal.aborted && !(await isAnybodyWaiting())) await sleep(POLL_MS);
      });
      await merged.promise;
      await run(second, atOnce).finally(() => over.abort());
      await running;
      assert.deepEqual(await contentOf(), expected, `${first.source} first`);
    }
  });
});
