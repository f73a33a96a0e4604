import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { collect, readWorkbook } from '../../../test/support/workbook-reading.ts';
import { createWorkbook } from './workbook.ts';
import type { Column } from './workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'farol-xlsx-'));
after(() => rmSync(folder, { recursive: true }));

const COLUMNS: readonly Column[] = [
  { title: 'Número & nome', width: 28, kind: 'text' },
  { title: 'Valor', width: 12.5, kind: 'money' },
];

/** Texts that cannot be packed, so that a page outgrows what is kept in memory. */
const noise = (at: number): string => createHash('sha512').update(String(at)).digest('base64url');

describe('a workbook', () => {
  it('has a part for everything that it names, and names every part', async () => {
    const workbook = createWorkbook({ spoolFolder: folder });
    for (const name of ['Um', 'Dois & três']) workbook.addSheet({ name, columns: COLUMNS, isTable: true });
    const { names, parts, sheets } = await readWorkbook(await collect(workbook.bytes()));
    await workbook.close();
    assert.equal(names[0], '[Content_Types].xml');
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Um', 'Dois & três'],
    );
    const types = [...(parts.get('[Content_Types].xml') ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    const targets = [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/Target="([^"]+)"/g)].map(
      ([, target]) => `xl/${target}`,
    );
    assert.deepEqual(types.toSorted(), [...targets, 'xl/workbook.xml'].toSorted());
    for (const name of types) assert.ok(parts.has(name), name);
    assert.equal(names.length, types.length + 3);
    const ids = [...(parts.get('xl/_rels/workbook.xml.rels') ?? '').matchAll(/ Id="([^"]+)"/g)];
    assert.equal(new Set(ids.map(([, id]) => id)).size, targets.length);
  });

  it('has tables with a frozen header, filters over all rows, and widths', async () => {
    const workbook = createWorkbook({ spoolFolder: folder });
    const sheet = workbook.addSheet({ name: 'Tabela', columns: COLUMNS, isTable: true });
    await sheet.add(['a', '1.00']);
    await sheet.add(['b', null]);
    assert.equal(sheet.rows(), 2);
    const { parts, sheets } = await readWorkbook(await collect(workbook.bytes()));
    await workbook.close();
    const { xml = '', rows = [] } = sheets[0] ?? {};
    assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/);
    assert.match(xml, /<\/sheetData><autoFilter ref="A1:B3"\/>/);
    const filtered = `localSheetId="0" hidden="1">'Tabela'!$A$1:$B$3</definedName>`;
    assert.ok(parts.get('xl/workbook.xml')?.includes(filtered));
    assert.match(xml, /<col min="1" max="1" width="28" customWidth="1"\/><col min="2" max="2" width="12.5"/);
    assert.deepEqual(
      rows.map((row) => row.map(({ text }) => text)),
      [
        ['Número & nome', 'Valor'],
        ['a', '1.00'],
        ['b', ''],
      ],
    );
  });

  it('goes on in a further sheet with its own header when one is full', async () => {
    const workbook = createWorkbook({ spoolFolder: folder, maxRows: 4 });
    const sheet = workbook.addSheet({ name: 'Tabela', columns: COLUMNS, isTable: true });
    workbook.addSheet({ name: 'Depois', columns: COLUMNS, isTable: true });
    for (let at = 1; at <= 7; at += 1) await sheet.add([`linha ${at}`, null]);
    const { sheets } = await readWorkbook(await collect(workbook.bytes()));
    await workbook.close();
    assert.deepEqual(
      sheets.map(({ name, rows }) => [name, ...rows.slice(1).map((row) => row[0]?.text)]),
      [
        ['Tabela', 'linha 1', 'linha 2', 'linha 3'],
        ['Tabela (2)', 'linha 4', 'linha 5', 'linha 6'],
        ['Tabela (3)', 'linha 7'],
        ['Depois'],
      ],
    );
    assert.ok(sheets.every(({ rows }) => rows[0]?.[0]?.text === 'Número & nome'));
    assert.match(sheets[2]?.xml ?? '', /<autoFilter ref="A1:B2"\/>/);
  });

  it('takes rows of several sheets by turns, and leaves nothing on disk', async () => {
    const workbook = createWorkbook({ spoolFolder: folder });
    const one = workbook.addSheet({ name: 'Um', columns: COLUMNS, isTable: true });
    const two = workbook.addSheet({ name: 'Dois', columns: COLUMNS, isTable: true });
    const rows = 12_000;
    for (let at = 0; at < rows; at += 1) {
      await one.add([noise(at), '1.00']);
      if (at % 2 === 0) await two.add([noise(at + rows), '2.00']);
    }
    assert.deepEqual(readdirSync(folder), []);
    const { sheets } = await readWorkbook(await collect(workbook.bytes()));
    await workbook.close();
    assert.deepEqual(
      sheets.map((sheet) => [sheet.rows.length, sheet.rows.at(-1)?.[0]?.text]),
      [
        [rows + 1, noise(rows - 1)],
        [rows / 2 + 1, noise(2 * rows - 2)],
      ],
    );
  });

  it('gives the same bytes for the same rows', async () => {
    const write = async (): Promise<Buffer> => {
      const workbook = createWorkbook({ spoolFolder: folder });
      await workbook.addSheet({ name: 'Um', columns: COLUMNS, isTable: true }).add(['a', '1.00']);
      return collect(workbook.bytes());
    };
    assert.deepEqual(await write(), await write());
  });

  it('fails with the disk’s own reason when there is no place to put anything aside', async () => {
    const workbook = createWorkbook({ spoolFolder: join(folder, 'nowhere') });
    const sheet = workbook.addSheet({ name: 'Um', columns: COLUMNS, isTable: true });
    const fill = async (): Promise<void> => {
      for (let at = 0; at < 20_000; at += 1) await sheet.add([noise(at), null]);
      await collect(workbook.bytes());
    };
    await assert.rejects(fill, { code: 'ENOENT' });
    await workbook.close();
  });
});
