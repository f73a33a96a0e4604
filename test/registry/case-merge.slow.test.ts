import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../src/platform/imports/fixtures/import-bed.ts';
import { watch } from '../../src/platform/imports/fixtures/watchers.ts';
import {
  BRANCH,
  caseLine,
  casesImport,
  CNPJ,
  CPF,
  datajudImport,
  hit,
  ndjson,
  NUMBER,
  OTHER_CPF,
  OTHER_NUMBER,
  party,
  record,
  THIRD_NUMBER,
} from './fixtures/lines.ts';

type Added = { added: number; changed: number; removed: number };
const NONE: Added = { added: 0, changed: 0, removed: 0 };

describe('the merge of court cases', () => {
  let bed: ImportBed;
  let files = 0;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());
  afterEach(() => bed.query('truncate registry.case_records, registry.case_parties'));

  const write = (...lines: readonly unknown[]): string =>
    bed.file(`f${(files += 1)}.ndjson`, ndjson(...lines));
  const importCases = (...lines: readonly unknown[]) => bed.run(casesImport, [write(...lines)]);
  const importHits = (...lines: readonly unknown[]) => bed.run(datajudImport, [write(...lines)]);
  const parties = () =>
    bed.query<{ root: string; document: string; number: string; is_active: boolean; is_countable: boolean }>(
      'select root, document, number, is_active, is_countable from registry.case_parties order by root, number, document',
    );

  it('serves each record whole and a row for each document', async () => {
    const result = await importCases(
      caseLine({
        records: [
          record({
            parties: [
              party(),
              party({ document: '11.222.333/0001-81', side: 'ACTIVE' }),
              party({ document: null, side: 'THIRD' }),
            ],
            court: 'TRF1',
          }),
        ],
        batch: 7,
      }),
    );
    assert.deepEqual(result.changed, {
      case_records: { ...NONE, added: 1 },
      case_parties: { ...NONE, added: 2 },
    });
    assert.deepEqual(
      (await parties()).map(({ root, document }) => [root, document]),
      [
        [CPF, CPF],
        [CNPJ.slice(0, 8), CNPJ],
      ],
    );
    const [row] = await bed.query<Record<string, unknown>>(
      `select number, source, degree, record_key, class_code, class_name, value, secrecy, subject_codes, movement_codes,
         movement_names, jsonb_array_length(parties) as parties, rest, updated_at::text from registry.case_records`,
    );
    assert.deepEqual(row, {
      number: NUMBER,
      source: 'cases',
      degree: 'G1',
      record_key: '',
      class_code: 1116,
      class_name: null,
      value: '1234.56',
      secrecy: 0,
      subject_codes: [6017],
      movement_codes: [26],
      movement_names: null,
      parties: 3,
      rest: { court: 'TRF1', $line: { batch: 7 } },
      updated_at: '2026-01-10 12:00:00+00',
    });
  });

  it('writes no row when the same file comes again', async () => {
    const lines = [
      caseLine(),
      caseLine({ number: OTHER_NUMBER, records: [record(), record({ degree: 'G2' })] }),
    ];
    await importCases(...lines);
    const versions = () =>
      bed.query(`select r.xmin::text, r.number, r.degree, r.fetched_at from registry.case_records r
        union all select p.xmin::text, p.number, p.document, p.fetched_at from registry.case_parties p order by 2, 3`);
    const first = await versions();
    const result = await importCases(...lines);
    assert.deepEqual(result.changed, { case_records: NONE, case_parties: NONE });
    assert.deepEqual(await versions(), first);
  });

  it('replaces a record by a newer or equally new line and leaves out an older one', async () => {
    await importCases(caseLine({ updatedAt: '2026-01-10T12:00:00Z' }));
    const valueOf = async () =>
      (await bed.query<{ value: string }>('select value from registry.case_records'))[0]?.value;
    const older = await importCases(
      caseLine({ updatedAt: '2026-01-09T12:00:00Z', records: [record({ value: '1' })] }),
    );
    assert.deepEqual(older.changed['case_records'], NONE);
    assert.equal(await valueOf(), '1234.56');
    await importCases(caseLine({ records: [record({ value: '2' })] }));
    assert.equal(await valueOf(), '2.00');
    await importCases(caseLine({ updatedAt: '2026-01-11T12:00:00Z', records: [record({ value: '3' })] }));
    assert.equal(await valueOf(), '3.00');
  });

  it('removes the records that a line no longer names, and the case with an empty line', async () => {
    await importCases(
      caseLine({ records: [record(), record({ degree: 'G2', parties: [party({ document: OTHER_CPF })] })] }),
    );
    assert.equal((await parties()).length, 2);
    const fewer = await importCases(caseLine());
    assert.deepEqual(fewer.changed, {
      case_records: { ...NONE, removed: 1 },
      case_parties: { ...NONE, removed: 1 },
    });
    const none = await importCases(caseLine({ records: [] }));
    assert.deepEqual(none.changed, {
      case_records: { ...NONE, removed: 1 },
      case_parties: { ...NONE, removed: 1 },
    });
    assert.deepEqual(await parties(), []);
  });

  it('keeps the newest of several lines of a number, in one file or in two', async () => {
    const at = (updatedAt: string, value: string) => caseLine({ updatedAt, records: [record({ value })] });
    const first = write(
      at('2026-01-10T12:00:00Z', '1'),
      at('2026-01-12T12:00:00Z', '2'),
      at('2026-01-11T12:00:00Z', '3'),
    );
    await bed.run(casesImport, [
      first,
      write(at('2026-01-12T12:00:00Z', '4'), caseLine({ number: OTHER_NUMBER })),
    ]);
    const rows = await bed.query('select number, value from registry.case_records order by number');
    assert.deepEqual(rows, [
      { number: NUMBER, value: '4.00' },
      { number: OTHER_NUMBER, value: '1234.56' },
    ]);
    assert.equal((await parties()).length, 2);
  });

  it('derives the rows of a number from all its sources together', async () => {
    await importCases(caseLine(), caseLine({ number: OTHER_NUMBER }));
    assert.deepEqual(
      (await parties()).map((row) => row.is_active),
      [true, true],
    );
    const closed = [
      { codigo: 26, nome: 'Distribuição', dataHora: '2019-05-02T13:00:00.000Z' },
      { codigo: 22, nome: 'Baixa Definitiva', dataHora: '2025-01-01T00:00:00.000Z' },
    ];
    const result = await importHits(hit({ movimentos: closed }), hit({ numeroProcesso: THIRD_NUMBER }));
    assert.deepEqual(result.changed, {
      case_records: { ...NONE, added: 2 },
      case_parties: { ...NONE, changed: 1 },
    });
    assert.deepEqual(
      (await parties()).map((row) => [row.number, row.is_active]),
      [
        [NUMBER, false],
        [OTHER_NUMBER, true],
      ],
    );
    // The other way round: the line alone would say that it is active.
    await importCases(caseLine({ updatedAt: '2026-02-01T00:00:00Z', records: [record({ value: '5' })] }));
    assert.equal((await parties())[0]?.is_active, false);
  });

  it('adds and replaces hits by class and unit, and removes none', async () => {
    await importHits(hit(), hit({ grau: 'G2' }));
    const again = await importHits(
      hit({ classe: { codigo: 156 } }),
      hit({ dataHoraUltimaAtualizacao: '2020-01-01T00:00:00Z' }),
    );
    assert.deepEqual(again.changed['case_records'], { ...NONE, added: 1 });
    const keys = await bed.query('select degree, record_key from registry.case_records order by 1, 2');
    assert.deepEqual(keys, [
      { degree: 'G1', record_key: '1116_16403' },
      { degree: 'G1', record_key: '156_16403' },
      { degree: 'G2', record_key: '1116_16403' },
    ]);
  });

  it('hides the rows of every source once one of them calls the case secret', async () => {
    await importCases(caseLine());
    await importHits(hit({ nivelSigilo: 2 }));
    assert.deepEqual(
      (await parties()).map((row) => row.is_countable),
      [false],
    );
  });

  it('tells watchers what is new, moved, closed, changed and hidden, and nothing that nobody watches', async () => {
    const heard: { changes: unknown[]; movements: unknown[] } = { changes: [], movements: [] };
    const watcher = watch({ roots: [CPF, BRANCH.slice(0, 8)] }, async (tx) => {
      heard.changes = await tx.query(
        `select c.root, c.number, c.was_told, c.was_active, c.is_active, c.old_side, c.side, c.old_value, c.value
         from case_changes c join pg_temp.import_changes i on (i.root, i.number) = (c.root, c.number)
         order by c.root, c.number`,
      );
      heard.movements = await tx.query(
        'select number, code, at from case_added_movements order by number, at',
      );
    });
    await importCases(caseLine());
    const lines = [
      caseLine({
        updatedAt: '2026-03-01T00:00:00Z',
        records: [
          record({
            value: '99',
            movements: [
              { code: 26, at: '2019-05-02T13:00:00Z' },
              { code: 22, at: '2026-02-28T10:00:00Z' },
            ],
            parties: [party({ side: 'ACTIVE' }), party({ document: BRANCH, side: 'PASSIVE' })],
          }),
        ],
      }),
      caseLine({ number: OTHER_NUMBER }),
      caseLine({ number: THIRD_NUMBER, records: [record({ parties: [party({ document: OTHER_CPF })] })] }),
    ];
    await bed.run(casesImport, [write(...lines)], { watchers: [watcher] });
    const fresh = { was_told: false, was_active: null, old_side: null, old_value: null };
    assert.deepEqual(heard.changes, [
      {
        root: CPF,
        number: NUMBER,
        was_told: true,
        was_active: true,
        is_active: false,
        old_side: 'PASSIVE',
        side: 'ACTIVE',
        old_value: '1234.56',
        value: '99.00',
      },
      { ...fresh, root: CPF, number: OTHER_NUMBER, is_active: true, side: 'PASSIVE', value: '1234.56' },
      {
        ...fresh,
        root: BRANCH.slice(0, 8),
        number: NUMBER,
        is_active: false,
        side: 'PASSIVE',
        value: '99.00',
      },
    ]);
    assert.deepEqual(heard.movements, [{ number: NUMBER, code: 22, at: new Date('2026-02-28T10:00:00Z') }]);
    const secret = caseLine({ updatedAt: '2026-04-01T00:00:00Z', records: [record({ secrecy: 1 })] });
    await bed.run(casesImport, [write(secret)], { watchers: [watcher] });
    assert.deepEqual(
      (heard.changes as { root: string; side: string | null }[]).map(({ root, side }) => [root, side]),
      [
        [CPF, null],
        [BRANCH.slice(0, 8), null],
      ],
    );
    assert.deepEqual(heard.movements, [], 'not even what a secret record says');
  });
});
