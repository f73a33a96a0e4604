import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { watch } from '../../src/platform/imports/fixtures/watchers.ts';
import { caseLine, casesImport, datajudImport, hit, ndjson, party, record } from './fixtures/lines.ts';

const LINES = 400;
const numberOf = (index: number): string => String(index).padStart(20, '0');

describe('an import of cases that is stopped', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  /** What a table holds, whenever and by whichever run it was written. */
  const contentOf = async (): Promise<unknown[]> =>
    bed.query(`select md5(string_agg(c::text, '' order by c::text)) as sum from (
      select to_jsonb(r) - 'fetched_at' - 'import_id' as c from registry.case_records r
      union all select to_jsonb(p) - 'fetched_at' from registry.case_parties p) x`);

  it('ends with the same rows as one that is not, wherever it stopped', async () => {
    const lines = Array.from({ length: LINES }, (_, index) =>
      caseLine({
        // Every tenth number comes twice, and every other one is known to DataJud.
        number: numberOf(index % 10 === 0 ? index + 1 : index),
        records: [
          record({
            value: String(index),
            parties: [party(), party({ document: '11222333000181', side: 'ACTIVE' })],
          }),
        ],
      }),
    );
    const hits = Array.from({ length: LINES / 2 }, (_, index) =>
      hit({ numeroProcesso: numberOf(index * 2) }),
    );
    const cases = bed.file('cases.ndjson', ndjson(...lines));
    const datajud = bed.file('datajud.ndjson', ndjson(...hits));
    await bed.run(datajudImport, [datajud], { maxSetAsidePercent: 100 });
    const atStart = await contentOf();
    await bed.run(casesImport, [cases]);
    const undisturbed = await contentOf();
    for (const stopAt of [1, 150, 399, 'merge'] as const) {
      await bed.query('truncate registry.case_records, registry.case_parties');
      await bed.run(datajudImport, [datajud], { maxSetAsidePercent: 100 });
      assert.deepEqual(await contentOf(), atStart);
      let seen = 0;
      const stopping = {
        ...casesImport,
        read: async (...[file, sink, resumeAfterLine]: Parameters<typeof casesImport.read>) =>
          casesImport.read(
            file,
            {
              ...sink,
              row: (...given) => sink.row(...given),
              copyText: (...given) => sink.copyText(...given),
              setAside: (...given) => sink.setAside(...given),
              warn: (...given) => sink.warn(...given),
              done: (line) => {
                seen += 1;
                if (seen === stopAt) throw new Error('stopped');
                return sink.done(line);
              },
            },
            resumeAfterLine,
          ),
      };
      const watchers = stopAt === 'merge' ? [watch({}, () => Promise.reject(new Error('stopped')))] : [];
      await bed.fail(stopping, [cases], { chunkBytes: 10_000, watchers });
      assert.deepEqual(await contentOf(), atStart, 'nothing is served before the end');
      await bed.run(casesImport, [cases], { chunkBytes: 10_000 });
      assert.deepEqual(await contentOf(), undisturbed, `stopped at ${stopAt}`);
    }
  });
});
