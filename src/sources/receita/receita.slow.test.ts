import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import type { ImportBed } from '../../platform/imports/fixtures/import-bed.ts';
import { watch } from '../../platform/imports/fixtures/watchers.ts';
import {
  changeFile,
  company,
  establishment,
  partner,
  publishedSet,
  record,
  rootNumber,
} from './fixtures/published-set.ts';
import { receitaImport } from './source.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const TABLES = ['companies', 'establishments', 'partners', 'simples_options', 'company_codes'];

describe('the import of the tax registry', () => {
  let bed: ImportBed;
  before(async () => {
    bed = await createImportBed();
  });
  after(() => bed.close());

  const write = (files: readonly { name: string; text: string }[]): string[] =>
    files.map(({ name, text }) => bed.file(name, latin1(text)));
  const counts = async (): Promise<number[]> =>
    Promise.all(
      TABLES.map(async (table) =>
        Number((await bed.query<{ n: string }>(`select count(*) as n from registry.${table}`))[0]?.n),
      ),
    );

  const describeTables = (): Promise<{ line: string }[]> =>
    bed.query(
      `select indexdef as line from pg_indexes where schemaname = 'registry' and tablename = any ($1)
       union all select c.relname || ' ' || c.relowner::regrole || ' ' || c.relacl::text || ' ' || c.relpersistence::text
         from pg_class c
         where c.relnamespace = 'registry'::regnamespace and c.relkind = 'r' and c.relname = any ($1)
       union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where conrelid = any ($2::regclass[])
       order by 1`,
      [TABLES, TABLES.map((table) => `registry.${table}`)],
    );

  it('takes a whole set, letters in roots, accents and all', async () => {
    const result = await bed.run(receitaImport, write(publishedSet(100, 2)));
    assert.deepEqual(await counts(), [100, 100, 100, 100, 6]);
    assert.equal(result.rowsRead, 406);
    assert.equal(result.rowsSetAside, 0);
    const [row] = await bed.query<Record<string, unknown>>(
      `select e.*, c.name as company, c.capital, p.name_key, p.document as partner, p.document_root, s.is_simples, s.is_mei
       from registry.establishments e
       join registry.companies c on c.root = left(e.document, 8)
       join registry.partners p on p.root = c.root
       join registry.simples_options s on s.root = c.root
       where c.root = $1`,
      [rootNumber(11)],
    );
    assert.equal(row?.['company'], 'EMPRESA INVENTADA 11 LTDA');
    assert.equal(row['street'], 'DAS ACÁCIAS');
    assert.equal(row['postal_code'], '01001000');
    assert.equal(row['phone_1'], '11 33330000');
    assert.equal(row['capital'], '10000.00');
    assert.equal(row['name_key'], 'JOAO INVENTADO 11');
    assert.deepEqual([row['partner'], row['document_root']], ['***000011**', '***000011**']);
    assert.deepEqual([row['is_simples'], row['is_mei']], [true, false]);
    assert.equal(row['special_on'], null);
  });

  it('leaves an audit row, and nothing in the stage', async () => {
    const [row] = await bed.query<Record<string, unknown>>(
      `select i.*, i.ended_at >= i.started_at as has_ended from registry.imports i where i.source = 'receita' order by i.id desc limit 1`,
    );
    assert.equal(row?.['state'], 'done');
    assert.equal(row['edition'], 'D61010');
    assert.equal(row['rows_read'], '406');
    assert.match(String(row['checksum']), /^[0-9a-f]{64}$/);
    assert.equal(row['has_ended'], true);
    assert.deepEqual(
      await bed.query(`select relname from pg_class where relnamespace = 'registry_stage'::regnamespace`),
      [],
    );
  });

  it('keeps indexes, constraints, owner and grants through the swap', async () => {
    const shape = await describeTables();
    await bed.run(receitaImport, write(publishedSet(100, 2)), { restart: true });
    const again = await describeTables();
    assert.deepEqual(again, shape);
    assert.equal(shape.filter(({ line }) => line.startsWith('CREATE')).length, 6);
    assert.ok(shape.some(({ line }) => /companies farol_importer .*farol_app=r.* p$/.test(line)));
  });

  it('finds nothing changed in the same files, and what changed in others', async () => {
    const set = publishedSet(100, 2);
    const same = await bed.run(receitaImport, write(set));
    for (const table of TABLES) {
      assert.deepEqual(same.changed[table], { added: 0, changed: 0, removed: 0 }, table);
    }
    const renamed = changeFile(
      set,
      'Y0.D61010.EMPRECSV',
      (text) => `${text.replace('EMPRESA INVENTADA 2 ', 'EMPRESA MUDADA ')}${company(5000)}`,
    );
    const other = changeFile(renamed, 'Y1.D61010.SOCIOCSV', (text) => text.split('\n').slice(1).join('\n'));
    const seen: unknown[] = [];
    const { changed } = await bed.run(receitaImport, write(other), {
      watchers: [
        watch({ roots: [1, 2, 3, 5000].map(rootNumber) }, async (tx) => {
          seen.push(
            ...(await tx.query(
              `select c.root, c.number, c.kind from pg_temp.import_changes c order by c.kind, c.root`,
            )),
          );
        }),
      ],
    });
    assert.deepEqual(changed['companies'], { added: 1, changed: 1, removed: 0 });
    assert.deepEqual(changed['partners'], { added: 0, changed: 0, removed: 1 });
    assert.deepEqual(seen, [
      { root: rootNumber(2), number: null, kind: 'companies' },
      { root: rootNumber(5000), number: null, kind: 'companies' },
      { root: rootNumber(1), number: null, kind: 'partners' },
    ]);
  });

  it('sets aside what is wrong, with file, line and reason, and takes the rest', async () => {
    const set = publishedSet(400);
    const shortRoot = record(['1234', 'RAIZ CURTA', '2062', '49', '0,00', '01', '']);
    const twoLines = company(9001, 'NOME EM\nDUAS LINHAS');
    const quoted = establishment(9001, { 4: 'BAR "O CANTO"', 10: '20230230' });
    const wrongDigits = establishment(9002, { 2: '00' });
    const companies = changeFile(set, 'EMPRECSV', (text) => `${text}${shortRoot}${twoLines}`);
    const establishments = changeFile(
      companies,
      'ESTABELE',
      (text) => `${text}${wrongDigits}${quoted}"falta;aspas\n${establishment(9003)}`,
    );
    const broken = changeFile(
      establishments,
      'SOCIOCSV',
      (text) => `${text}${partner(9001)}"a";"b\0c"\n${company(1)}`,
    );
    const result = await bed.run(receitaImport, write(broken));
    const rows = await bed.query<{ file: string; line: string; reason: string }>(
      `select q.file, q.line, q.reason from registry.quarantine q where q.import_id = $1 order by q.file, q.line`,
      [result.importId],
    );
    assert.deepEqual(
      rows.map(({ file, line, reason }) => [file.slice(-8), Number(line), reason.slice(0, 24)]),
      [
        ['EMPRECSV', 401, 'the root of the CNPJ is '],
        ['ESTABELE', 401, 'the CNPJ is not valid (i'],
        ['ESTABELE', 403, 'it is not 30 quoted fiel'],
        ['SOCIOCSV', 402, 'the line holds a NUL byt'],
        ['SOCIOCSV', 403, 'it is not 11 quoted fiel'],
      ],
    );
    assert.equal(result.rowsSetAside, 5);
    assert.deepEqual(result.warnings, { 'a date is none and was left out': 1 });
    const [joined] = await bed.query<{ name: string }>(
      `select name from registry.companies where root = $1`,
      [rootNumber(9001)],
    );
    assert.equal(joined?.name, 'NOME EM\nDUAS LINHAS');
    const [bar] = await bed.query<{ trade_name: string; started_on: null }>(
      `select trade_name, started_on from registry.establishments where left(document, 8) = $1`,
      [rootNumber(9001)],
    );
    assert.deepEqual(bar, { trade_name: 'BAR "O CANTO"', started_on: null });
    const [next] = await bed.query(`select from registry.establishments where left(document, 8) = $1`, [
      rootNumber(9003),
    ]);
    assert.notEqual(next, undefined);
  });

  it('sets aside the later of two rows with one key', async () => {
    const set = changeFile(publishedSet(300), 'EMPRECSV', (text) => `${text}${company(7, 'OUTRA VEZ')}`);
    const result = await bed.run(receitaImport, write(set));
    assert.equal(result.rowsSetAside, 1);
    const [row] = await bed.query<{ name: string }>(`select name from registry.companies where root = $1`, [
      rootNumber(7),
    ]);
    assert.equal(row?.name, 'EMPRESA INVENTADA 7 LTDA');
  });

  it('refuses a set that is not whole, unless that is meant', async () => {
    const set = publishedSet(20, 2).filter(
      ({ name }) => !name.includes('SIMPLES') && !/Y1.*SOCIO/.test(name),
    );
    const fault = await bed.fail(receitaImport, write(set));
    assert.equal(fault.kind, 'usage');
    assert.match(fault.message, /Socios1, Simples are missing/);
    await bed.run(receitaImport, write(set), { allowIncomplete: true });
    assert.deepEqual(await counts(), [20, 20, 10, 0, 6]);
    const unknown = await bed.fail(receitaImport, [bed.file('notes.txt', 'x')]);
    assert.match(unknown.message, /notes\.txt is none of the files/);
    const paths = write(set);
    assert.match((await bed.fail(receitaImport, [...paths, ...paths])).message, /twice/);
  });

  it('refuses to empty a table that is served', async () => {
    const fault = await bed.fail(receitaImport, write(changeFile(publishedSet(20), 'SOCIOCSV', () => '')));
    assert.equal(fault.kind, 'refused');
    assert.match(fault.message, /leave nothing in partners\..*--incomplete/);
  });

  it('refuses the whole import above the share, and serves the old', async () => {
    const sums = await Promise.all(TABLES.map((table) => bed.checksum(`registry.${table}`)));
    const set = changeFile(publishedSet(100), 'ESTABELE', (text) => text.replaceAll('"02"', '""'));
    const fault = await bed.fail(receitaImport, write(set));
    assert.equal(fault.kind, 'refused');
    assert.match(fault.message, /100 of 406 rows \(24\.63 %\).*--max-set-aside/);
    assert.deepEqual(await Promise.all(TABLES.map((table) => bed.checksum(`registry.${table}`))), sums);
    const [row] = await bed.query<{ state: string; reason: string; rows_set_aside: string }>(
      `select state, reason, rows_set_aside from registry.imports order by id desc limit 1`,
    );
    assert.deepEqual([row?.state, row?.rows_set_aside], ['refused', '100']);
    assert.equal(row?.reason, fault.message);
    assert.deepEqual(
      await bed.query(`select relname from pg_class where relnamespace = 'registry_stage'::regnamespace`),
      [],
    );
  });
});
