import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  isCaseNumber,
  isDocument,
  linesOf,
  parseOrNull,
  quotedFields,
  readContent,
  readZip,
  sha256Of,
} from './fixtures/reader.ts';
import { generateSandbox, judgeSize, SIZES } from './generate.ts';
import type { Manifest, ManifestFile, Source } from './generate.ts';
import type { CaseLine } from './test-documents.ts';

const TINY = { people: 300, companies: 120, cases: 900 };
let folder = '';
let small: Manifest;

const under = (name: string): string => join(folder, name);
const filesOf = (source: Source): ManifestFile[] => small.files.filter((file) => file.source === source);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-sandbox-'));
  small = await generateSandbox({ size: SIZES.small, folder: under('small') });
});
after(() => rm(folder, { recursive: true, force: true }));

test('the same seed, size and day give the same bytes, and another seed others', async () => {
  const [first, again, other, later] = [
    await generateSandbox({ size: TINY, folder: under('first'), seed: 7 }),
    await generateSandbox({ size: TINY, folder: under('again'), seed: 7 }),
    await generateSandbox({ size: TINY, folder: under('other'), seed: 8 }),
    await generateSandbox({ size: TINY, folder: under('later'), seed: 7, today: '2026-12-24' }),
  ];
  assert.deepEqual(again, first);
  for (const { path } of first.files) {
    assert.equal(await sha256Of(under(`again/${path}`)), await sha256Of(under(`first/${path}`)), path);
  }
  const sum = ({ files }: Manifest): string | undefined =>
    files.find(({ source }) => source === 'cases')?.sha256;
  assert.notEqual(sum(other), sum(first));
  assert.notEqual(sum(later), sum(first));
});

test('the manifest tells the truth about sizes, checksums and rows', async () => {
  assert.deepEqual(JSON.parse(await readFile(under('small/manifest.json'), 'utf8')), small);
  for (const { path, bytes, sha256, valid, invalid, source } of small.files) {
    const file = under(`small/${path}`);
    assert.equal((await readFile(file)).length, bytes, path);
    assert.equal(await sha256Of(file), sha256, path);
    const lines = linesOf((await readContent(file)).toString('latin1'));
    assert.equal(lines.length - (source === 'pgfn' ? 1 : 0), valid + invalid, path);
  }
  const [cases] = filesOf('cases');
  assert.equal(cases?.valid, 5000);
  for (const source of ['receita', 'cases', 'protests', 'pgfn', 'datajud'] as const) {
    const invalid = filesOf(source).reduce((sum, file) => sum + file.invalid, 0);
    const valid = filesOf(source).reduce((sum, file) => sum + file.valid, 0);
    assert.ok(invalid > 0 && invalid / valid < 0.005, `${source}: ${invalid} of ${valid}`);
  }
});

const COLUMNS: Readonly<Record<string, [columns: number, innerName: RegExp]>> = {
  Empresas: [7, /EMPRECSV$/],
  Estabelecimentos: [30, /ESTABELE$/],
  Socios: [11, /SOCIOCSV$/],
  Simples: [7, /SIMPLES/],
  Cnaes: [2, /CNAECSV$/],
  Motivos: [2, /MOTICSV$/],
  Municipios: [2, /MUNICCSV$/],
  Naturezas: [2, /NATJUCSV$/],
  Paises: [2, /PAISCSV$/],
  Qualificacoes: [2, /QUALSCSV$/],
};

/** Good for a reader that knows the layout: enough columns, a root, and check digits where there are any. */
function isGoodRow(kind: string, fields: readonly string[]): boolean {
  const [columns] = COLUMNS[kind] as [number, RegExp];
  if (fields.length !== columns) return false;
  if (columns === 2) return true;
  if (!/^[0-9A-Z]{8}$/.test(fields[0] ?? '')) return false;
  if (kind === 'Estabelecimentos') return isDocument(fields.slice(0, 3).join(''));
  if (kind !== 'Socios' || fields[1] === '3') return true;
  return fields[1] === '1' ? isDocument(fields[3] ?? '') : /^\*{3}\d{6}\*{2}$/.test(fields[3] ?? '');
}

test("the tax registry's files have the publisher's names, columns and bytes", async () => {
  const files = filesOf('receita');
  assert.equal(files.length, 37);
  for (const { path, valid, invalid } of files) {
    const kind = /receita\/([A-Z][a-z]+)/.exec(path)?.[1] ?? '';
    const { innerName, bytes } = await readZip(under(`small/${path}`));
    assert.match(innerName, COLUMNS[kind]?.[1] ?? /^$/, path);
    const rows = linesOf(bytes.toString('latin1')).map(quotedFields);
    const good = rows.filter((fields) => isGoodRow(kind, fields)).length;
    assert.deepEqual([good, rows.length - good], [valid, invalid], path);
  }
  const { bytes } = await readZip(under('small/receita/Qualificacoes.zip'));
  assert.ok(bytes.includes(Buffer.from('Sócio-Administrador', 'latin1')));
});

test('the debt register has its headers, its masks and dots in amounts', async () => {
  for (const { path, valid, invalid } of filesOf('pgfn')) {
    const text = (await readContent(under(`small/${path}`))).toString('latin1');
    const [header = '', ...rows] = text.trimEnd().split('\r\n');
    assert.match(header, /^CPF_CNPJ;TIPO_PESSOA;/);
    const columns = header.split(';').length;
    assert.equal(columns, path.includes('FGTS') ? 15 : 13);
    const good = rows
      .map((row) => row.split(';'))
      .filter((fields) => {
        const document = fields[0] ?? '';
        const isMasked = /^(?:XXX\d{3}\.\d{3}XX|\*{3}\.\d{3}\.\d{3}-\*{2})$/.test(document);
        return fields.length === columns && (isMasked || isDocument(document.replaceAll(/[./-]/g, '')));
      });
    assert.deepEqual([good.length, rows.length - good.length], [valid, invalid], path);
    assert.ok(good.every((fields) => /^\d+\.\d\d$/.test(fields.at(-1) ?? '')));
  }
});

test('every document and number in the cases is valid, except in the declared bad lines', async () => {
  const lines = linesOf((await readContent(under('small/cases/cases.ndjson.gz'))).toString('utf8'));
  const numbers = new Set<string>();
  let [bad, masked, missing, parties, subjects, movements, two] = [0, 0, 0, 0, 0, 0, 0];
  for (const line of lines) {
    const found = parseOrNull(line) as Partial<CaseLine> | null;
    if (found?.number === undefined || found.records === undefined || !isCaseNumber(found.number)) {
      bad += 1;
      continue;
    }
    assert.ok(!numbers.has(found.number), 'each number once');
    numbers.add(found.number);
    if (found.records.length === 2) two += 1;
    for (const record of found.records) {
      parties += record.parties.length;
      subjects += record.subjects.length;
      movements += record.movements.length;
      assert.deepEqual(
        record.movements.map(({ at }) => at).toSorted(),
        record.movements.map(({ at }) => at),
      );
      for (const { document } of record.parties) {
        if (document === null) missing += 1;
        else if (document.startsWith('*')) masked += 1;
        else assert.ok(isDocument(document), document);
      }
    }
  }
  assert.equal(bad, filesOf('cases')[0]?.invalid);
  assert.ok(masked > 0 && missing > 0);
  const near = (value: number, target: number): boolean =>
    Math.abs(value / numbers.size - target) < target * 0.1;
  assert.ok(near(parties, 2.5), `parties ${parties / numbers.size}`);
  assert.ok(near(subjects, 2), `subjects ${subjects / numbers.size}`);
  assert.ok(near(movements, 6), `movements ${movements / numbers.size}`);
  assert.ok(near(two, 0.175), `two degrees ${two / numbers.size}`);
});

test("DataJud's hits differ as its courts do, and protests are whole", async () => {
  const text = (await readContent(under('small/datajud/datajud.ndjson'))).toString('utf8');
  type Doc = { numeroProcesso: string; dataAjuizamento: string | number };
  const hits = linesOf(text).map((line) => (parseOrNull(line) as { ['_source']: Doc } | null)?.['_source']);
  const good = hits.filter((doc) => doc !== undefined && isCaseNumber(doc.numeroProcesso));
  const [file] = filesOf('datajud');
  assert.deepEqual([good.length, hits.length - good.length], [file?.valid, file?.invalid]);
  const shapes = new Set(good.map((doc) => String(doc?.dataAjuizamento).replaceAll(/\d/g, '9')));
  const wanted = ['99999999', '999999999999', '9999999999999', '99999999999999', '9999-99-99T99:99:99.999Z'];
  assert.deepEqual([...shapes].toSorted(), wanted.toSorted());
  for (const quirk of ['"assuntos":[[', '"movimentoNacional":', 'Execu????o'])
    assert.ok(text.includes(quirk), quirk);

  const protests = linesOf((await readContent(under('small/protests/protests.ndjson'))).toString('utf8'));
  const whole = protests.map(parseOrNull).filter((protest) => {
    return protest !== null && isDocument((protest as { document: string }).document);
  });
  const [list] = filesOf('protests');
  assert.deepEqual([whole.length, protests.length - whole.length], [list?.valid, list?.invalid]);
});

test('refuses sizes and days that it cannot make', async () => {
  assert.equal(judgeSize(SIZES.large), null);
  assert.match(judgeSize({ people: 5, companies: 100, cases: 100 }) ?? '', /people/);
  assert.match(judgeSize({ people: 50, companies: 100, cases: 8_000_000 }) ?? '', /cases/);
  const size = { ...TINY, companies: 0 };
  await assert.rejects(generateSandbox({ size, folder: under('none') }), /companies/);
  await assert.rejects(generateSandbox({ size: TINY, folder: under('none'), today: '2026-02-30' }), /date/);
});
