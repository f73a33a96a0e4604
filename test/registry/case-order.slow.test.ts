// However lines and hits come, in whatever batches: what is served is what the newest of each alone would give.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { caseLine, casesImport, datajudImport, hit, ndjson, party, record } from './fixtures/lines.ts';

const DOCUMENTS = ['11144477735', '52998224725', '11222333000181', '11222333000262', '***444777**'];
const numberOf = (index: number): string =>
  `${String(index).padStart(7, '0')}00201982600${String(index).padStart(2, '0')}`;
const dayOf = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`;

type Line = {
  number: number;
  day: number;
  degrees: number;
  parties: number[];
  value: number;
  secrecy: number;
  isClosed: boolean;
};
type Hit = { number: number; day: number; isAppeal: boolean; isClosed: boolean; secrecy: number };
type Batch = { lines: Line[] } | { hits: Hit[] };

const lines = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  day: fc.integer({ min: 1, max: 4 }),
  degrees: fc.integer({ min: 0, max: 2 }),
  parties: fc.array(fc.integer({ min: 0, max: DOCUMENTS.length - 1 }), { maxLength: 3 }),
  value: fc.integer({ min: 1, max: 3 }),
  secrecy: fc.constantFrom(0, 0, 0, 1),
  isClosed: fc.boolean(),
});
const hits = fc.record({
  number: fc.integer({ min: 1, max: 6 }),
  day: fc.integer({ min: 1, max: 4 }),
  isAppeal: fc.boolean(),
  isClosed: fc.boolean(),
  secrecy: fc.constantFrom(0, 0, 0, 2),
});
const batches = fc.array(
  fc.oneof(
    fc.record({ lines: fc.array(lines, { minLength: 1, maxLength: 6 }) }),
    fc.record({ hits: fc.array(hits, { minLength: 1, maxLength: 6 }) }),
  ),
  { minLength: 1, maxLength: 6 },
);

function toLine({ number, day, degrees, parties, value, secrecy, isClosed }: Line): unknown {
  const movements = isClosed ? [{ code: 22, at: '2025-01-01T00:00:00Z' }] : [];
  const made = ['G1', 'G2'].slice(0, degrees).map((degree, index) =>
    record({
      degree,
      value: String(value),
      secrecy,
      movements,
      parties: parties.map((at) =>
        party({ document: DOCUMENTS[at], side: index === 0 ? 'PASSIVE' : 'ACTIVE' }),
      ),
    }),
  );
  return caseLine({ number: numberOf(number), updatedAt: dayOf(day), records: made });
}

function toHit({ number, day, isAppeal, isClosed, secrecy }: Hit): unknown {
  const movimentos = isClosed ? [{ codigo: 22, dataHora: '2025-06-01T00:00:00Z' }] : [];
  return hit({
    numeroProcesso: numberOf(number),
    grau: isAppeal ? 'G2' : 'G1',
    dataHoraUltimaAtualizacao: dayOf(day),
    nivelSigilo: secrecy,
    movimentos,
  });
}

/** The newest of a batch, and the later of equals, against what is held. */
function keep<T extends { day: number }>(
  held: Map<string, T>,
  batch: readonly T[],
  keyOf: (item: T) => string,
): void {
  for (const [key, items] of Map.groupBy(batch, keyOf)) {
    const newest = items.reduce((best, item) => (item.day >= best.day ? item : best));
    const known = held.get(key);
    if (known === undefined || newest.day >= known.day) held.set(key, newest);
  }
}

describe('the order in which cases come', () => {
  let bed: ImportBed;
  let files = 0;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  const write = (content: readonly unknown[]): string =>
    bed.file(`o${(files += 1)}.ndjson`, ndjson(...content));
  const clear = () => bed.query('truncate registry.case_records, registry.case_parties');
  const contentOf = async (): Promise<unknown[]> => [
    ...(await bed.query(
      `select to_jsonb(r) - 'fetched_at' - 'import_id' as row from registry.case_records r order by 1`,
    )),
    ...(await bed.query(`select to_jsonb(p) - 'fetched_at' as row from registry.case_parties p order by 1`)),
  ];

  it('does not matter', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (all: Batch[]) => {
        await clear();
        const heldLines = new Map<string, Line>();
        const heldHits = new Map<string, Hit>();
        for (const batch of all) {
          if ('lines' in batch) {
            await bed.run(casesImport, [write(batch.lines.map(toLine))]);
            keep(heldLines, batch.lines, ({ number }) => String(number));
            // Nothing remembers when a case was removed.
            for (const [key, { degrees }] of heldLines) if (degrees === 0) heldLines.delete(key);
          } else {
            await bed.run(datajudImport, [write(batch.hits.map(toHit))]);
            keep(heldHits, batch.hits, ({ number, isAppeal }) => `${number} ${isAppeal}`);
          }
        }
        const served = await contentOf();
        await clear();
        if (heldHits.size > 0) await bed.run(datajudImport, [write([...heldHits.values()].map(toHit))]);
        if (heldLines.size > 0) await bed.run(casesImport, [write([...heldLines.values()].map(toLine))]);
        assert.deepEqual(served, await contentOf());
      }),
      { numRuns: 25 },
    );
  });
});
