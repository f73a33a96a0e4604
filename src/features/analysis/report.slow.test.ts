// The reports in a real office program, and many rows through both of them at once.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { officeMissing, openInOffice } from '../../../test/support/office.ts';
import { collect, readParts } from '../../../test/support/workbook-reading.ts';
import { createFolderStore } from '../../platform/files/folder-store.ts';
import { aReport, writeReports } from './fixtures/report-input.ts';
import type { WrittenFile } from './report.ts';

const root = mkdtempSync(join(tmpdir(), 'farol-report-'));
after(() => rmSync(root, { recursive: true }));
const store = createFolderStore({ root, bucketName: 'farol' });

async function read(file: WrittenFile): Promise<Buffer> {
  const opened = await store.open(file);
  assert.ok(opened !== null);
  return collect(opened.stream);
}

/** UTF-8, and every sheet to a file of its own. */
const ALL_SHEETS = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';

describe('the reports of an analysis', () => {
  it('open in LibreOffice, both, with every sheet and row', { skip: officeMissing }, async () => {
    const { full, risk } = await writeReports(aReport(501), store);
    for (const [file, rows] of [
      [full, 501],
      [risk, 251],
    ] as const) {
      const sheets = await openInOffice(await read(file), ALL_SHEETS);
      assert.deepEqual(
        [...sheets.keys()].toSorted(),
        ['Dívidas', 'Motivos', 'Processos', 'Protestos', 'Resumo', 'Sócios'].map(
          (name) => `workbook-${name}.csv`,
        ),
      );
      const lines = sheets.get('workbook-Processos.csv')?.trimEnd().split('\n') ?? [];
      assert.equal(lines.length, rows + 1);
      assert.match(lines[0] ?? '', /^Número do processo,Tribunal,Documento,Polo,/);
      assert.match(lines[1] ?? '', /^0000000-00.2021.8.26.0100,TJSP,11.222.333\/0001-81,Réu,/);
      assert.match(sheets.get('workbook-Resumo.csv') ?? '', /Todos os processos,501,/);
    }
  });

  it('hold 100,000 cases', async () => {
    const { full, risk } = await writeReports(aReport(100_000), store);
    assert.deepEqual([full.rows, risk.rows], [100_000, 50_000]);
    const parts = await readParts(await read(full));
    const count = (name: string): number => (parts.get(name)?.split('<row').length ?? 0) - 2;
    assert.equal(count('xl/worksheets/sheet2.xml'), 100_000);
    assert.equal(count('xl/worksheets/sheet3.xml'), 50_000);
  });
});
