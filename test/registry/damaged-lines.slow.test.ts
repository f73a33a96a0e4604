import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ImportDefinition } from '../../src/platform/imports/definition.ts';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { Damage, SourceName } from './fixtures/damage-kinds.ts';
import { DAMAGES, GOOD_LINES } from './fixtures/damage.ts';
import { joinLines, readBytes } from './fixtures/damaged-reading.ts';
import type { Read } from './fixtures/damaged-reading.ts';
import { caseLine, casesImport, datajudImport, ndjson, protestsImport } from './fixtures/lines.ts';

const IMPORTS: Readonly<Record<SourceName, ImportDefinition>> = {
  cases: casesImport,
  datajud: datajudImport,
  protests: protestsImport,
};
/** The line under test, between two good ones. */
const LINE = 2;

function readDamaged({ source, line }: Damage): Promise<Read> {
  const good = GOOD_LINES[source];
  return readBytes(IMPORTS[source], joinLines([good, line, good]));
}

describe('a damaged line', () => {
  it('can be damaged in more than ninety ways', () => {
    assert.ok(DAMAGES.length >= 90, String(DAMAGES.length));
    assert.equal(new Set(DAMAGES.map(({ name }) => name)).size, DAMAGES.length);
  });

  for (const damage of DAMAGES) {
    it(`has its end: ${damage.name.slice(0, 100)}`, async () => {
      const { aside, warnings: all, done, rows } = await readDamaged(damage);
      const warnings = all.filter(({ line }) => line === LINE).map(({ reason }) => reason);
      const { end } = damage;
      assert.ok(rows >= 2 && done >= 3, `${rows} rows, ${done} records`);
      if (typeof end === 'object' && 'aside' in end) {
        assert.deepEqual(
          aside.map(({ line }) => line),
          [LINE],
        );
        assert.match(aside[0]?.reason ?? '', end.aside);
        return;
      }
      assert.deepEqual(aside, []);
      if (end === 'taken') assert.deepEqual(warnings, []);
      else assert.match(warnings.join('\n'), end.warned);
    });
  }
});

describe('a file of damaged lines', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  for (const [source, definition] of Object.entries(IMPORTS)) {
    it(`of ${source} loses nothing silently`, async () => {
      const own = DAMAGES.filter((damage) => damage.source === source);
      const path = bed.file(`${source}.ndjson`, joinLines(own.map(({ line }) => line)));
      const refused = await bed.fail(definition, [path]);
      assert.match(refused.message, /cannot be taken/);
      const result = await bed.run(definition, [path], { maxSetAsidePercent: 100 });
      const kept = await bed.query<{ line: string; reason: string }>(
        'select line, reason from registry.quarantine where import_id = $1 order by line, reason',
        [result.importId],
      );
      const expected = own.flatMap(({ end }, index) =>
        typeof end === 'object' && 'aside' in end ? [String(index + 1)] : [],
      );
      assert.deepEqual(
        kept.map(({ line }) => line),
        expected,
      );
      assert.equal(result.rowsSetAside, expected.length);
      assert.ok(result.rowsRead >= own.length);
      const again = await bed.run(definition, [path], { maxSetAsidePercent: 100 });
      assert.deepEqual(
        Object.values(again.changed).map(({ added, changed, removed }) => added + changed + removed),
        Object.values(again.changed).map(() => 0),
      );
    });
  }

  it('keeps a party with a wrong document out of every dossier, and what the file said', async () => {
    const rows =
      await bed.query(`select root from registry.case_parties where root in ('11144477736', '11222333', '11111111111')
      and document in ('11144477736', '11222333000182', '11111111111')`);
    assert.deepEqual(rows, []);
    const line = caseLine({
      number: '07223914020178070001',
      records: [{ degree: 'G1', parties: [{ document: '11144477736', side: 'PASSIVE' }] }],
    });
    const result = await bed.run(casesImport, [bed.file('wrong.ndjson', ndjson(line))]);
    assert.deepEqual(Object.keys(result.warnings), [
      "a party's document has wrong check digits; the party is in no dossier",
    ]);
    const [kept] = await bed.query<{ parties: unknown; rest: unknown }>(
      `select parties, rest from registry.case_records where number = '07223914020178070001'`,
    );
    assert.deepEqual(kept?.rest, { parties: { 0: { document: '11144477736' } } });
    assert.deepEqual(kept.parties, [{ document: null, name: null, side: 'PASSIVE', role: 'PARTY' }]);
  });

  it('is refused when it is empty, cut off in its packing, or something else altogether', async () => {
    const packed = gzipSync(Buffer.from(ndjson(caseLine()).repeat(500)));
    const refusals = [
      bed.file('empty.ndjson', ''),
      bed.file('blank.ndjson', '\n\n\n'),
      bed.file('cut.ndjson.gz', packed.subarray(0, packed.length - 20)),
      bed.file('pretty.json', JSON.stringify(caseLine(), null, 2)),
      bed.file('page.html', '<!doctype html>\n<html><body>Error</body></html>\n'),
      bed.file('table.csv', 'number;updatedAt\n1;2\n'),
      bed.file('zeros.bin', Buffer.alloc(100_000)),
    ];
    const served = await bed.checksum('registry.case_records');
    for (const path of refusals) {
      const { kind, message } = await bed.fail(casesImport, [path]);
      assert.equal(kind, 'refused', path);
      assert.match(message, /\.$/);
      assert.equal(await bed.checksum('registry.case_records'), served);
    }
  });
});
