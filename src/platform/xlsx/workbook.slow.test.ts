// What takes its time: sheets with more rows than one may have, memory at a million rows, and a real office program.
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { officeMissing, openInOffice } from '../../../test/support/office.ts';
import { collect, readParts } from '../../../test/support/workbook-reading.ts';
import { makeSafe } from './cell-text.ts';
import { createWorkbook } from './workbook.ts';
import type { Column } from './workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'farol-xlsx-'));
after(() => rmSync(folder, { recursive: true }));

const MOST_MEMORY_MB = 250;

type Told = { bytes: number; rows: number; peakMemoryMb: number };

async function writeRows(rows: number): Promise<Told> {
  const script = new URL('./fixtures/write-rows.ts', import.meta.url);
  // A heap that could not hold the rows: whoever collects them dies.
  const child = fork(script, [String(rows), '15', folder], { execArgv: ['--max-old-space-size=48'] });
  const told = await Promise.race([
    once(child, 'message').then(([message]) => message as Told),
    once(child, 'exit').then(() => null),
  ]);
  assert.ok(told !== null, 'the writer died');
  return told;
}

describe('memory', () => {
  for (const rows of [100_000, 1_000_000]) {
    it(`stays below ${MOST_MEMORY_MB} MB at ${rows.toLocaleString('en')} rows of 15 columns`, async (t) => {
      const told = await writeRows(rows);
      t.diagnostic(`${Math.round(told.peakMemoryMb)} MB, ${told.bytes} bytes`);
      assert.equal(told.rows, rows);
      assert.ok(told.peakMemoryMb <= MOST_MEMORY_MB, `${told.peakMemoryMb} MB`);
      assert.deepEqual(readdirSync(folder), []);
    });
  }
});

describe('a sheet', () => {
  it('holds 1,048,576 rows with its header, and the next row opens a further one', async () => {
    const workbook = createWorkbook({ spoolFolder: folder, level: 1 });
    const columns: Column[] = [{ title: 'n', width: 8, kind: 'integer' }];
    const sheet = workbook.addSheet({ name: 'Linhas', columns, isTable: true });
    for (let at = 1; at <= 1_048_577; at += 1) {
      const waiting = sheet.add([at]);
      if (waiting !== undefined) await waiting;
    }
    const parts = await readParts(await collect(workbook.bytes()));
    await workbook.close();
    const count = (name: string): number => parts.get(name)?.split('<row').length ?? 0;
    assert.equal(count('xl/worksheets/sheet1.xml') - 1, 1_048_576);
    assert.equal(count('xl/worksheets/sheet2.xml') - 1, 3);
    assert.match(parts.get('xl/worksheets/sheet1.xml') ?? '', /<autoFilter ref="A1:A1048576"\/>/);
    assert.match(parts.get('xl/worksheets/sheet2.xml') ?? '', /<v>1048576<\/v>.*<v>1048577<\/v>/);
    assert.match(parts.get('xl/workbook.xml') ?? '', /name="Linhas".*name="Linhas \(2\)"/);
  });
});

/** LibreOffice's own flat format shows what each cell is. */
const ROW = /<table:table-row[^>]*>(.*?)<\/table:table-row>/gs;
const CELL = /<table:table-cell((?:[^>/]|\/(?!>))*)(?:\/>|>(.*?)<\/table:table-cell>)/gs;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Its paragraphs are the lines of a text; spaces and tabs are elements of their own. */
function readText(xml: string): string {
  const lines = [...xml.matchAll(/<text:p\/>|<text:p>(.*?)<\/text:p>/gs)].map(([, inside = '']) => inside);
  return lines
    .join('\n')
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count = '1') => ' '.repeat(Number(count)))
    .replaceAll('<text:tab/>', '\t')
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

describe('a workbook in LibreOffice', { skip: officeMissing }, () => {
  const write = async (): Promise<Buffer> => {
    const workbook = createWorkbook({ spoolFolder: folder });
    const columns: Column[] = [
      { title: 'Texto', width: 40, kind: 'text' },
      { title: 'Valor', width: 12, kind: 'money' },
      { title: 'Data', width: 12, kind: 'date' },
      { title: 'Instante', width: 12, kind: 'moment' },
      { title: 'Inteiro', width: 12, kind: 'integer' },
    ];
    const sheet = workbook.addSheet({ name: 'Textos & números', columns, isTable: true });
    for (const text of HOSTILE_TEXTS)
      await sheet.add([text, '1234567.89', '2026-10-18', '2026-10-18T14:05:30', 7]);
    const bytes = await collect(workbook.bytes());
    await workbook.close();
    return bytes;
  };

  it('opens, with sixty hostile texts as texts, and real numbers and dates', async () => {
    const files = await openInOffice(await write(), 'fods');
    const xml = files.get('workbook.fods') ?? '';
    assert.doesNotMatch(xml, /table:formula/);
    const rows = [...xml.matchAll(ROW)].map(([, row = '']) =>
      [...row.matchAll(CELL)].slice(0, 5).map(([, attributes = '', inside = '']) => ({
        attributes,
        text: readText(inside),
      })),
    );
    assert.deepEqual(
      rows[0]?.map(({ text }) => text),
      ['Texto', 'Valor', 'Data', 'Instante', 'Inteiro'],
    );
    HOSTILE_TEXTS.forEach((hostile, index) => {
      const [text, money, date, moment, integer] = rows[index + 1] ?? [];
      assert.match(text?.attributes ?? '', /office:value-type="string"/, JSON.stringify(hostile));
      assert.equal(text?.text, makeSafe(hostile), JSON.stringify(hostile.slice(0, 80)));
      assert.match(money?.attributes ?? '', /office:value-type="float" office:value="1234567.89"/);
      assert.match(date?.attributes ?? '', /office:value-type="date" office:date-value="2026-10-18"/);
      assert.match(
        moment?.attributes ?? '',
        /office:value-type="date" office:date-value="2026-10-18T14:05:30"/,
      );
      assert.match(integer?.attributes ?? '', /office:value-type="float" office:value="7"/);
    });
    const [filter = ''] = /<table:database-range [^>]*>/.exec(xml) ?? [];
    assert.match(
      filter,
      /table:target-range-address="&apos;Textos &amp; números&apos;\.A1:&apos;Textos &amp; números&apos;\.E61"/,
    );
    assert.match(filter, /table:display-filter-buttons="true"/);
  });

  it('would not open had it lost its end, so opening proves something', async () => {
    const bytes = await write();
    const files = await openInOffice(bytes.subarray(0, bytes.length - 200), 'fods');
    assert.equal(files.size, 0);
  });
});
