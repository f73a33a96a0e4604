// Opens spreadsheets in LibreOffice without its windows, as a user of it would.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const path = process.env['FAROL_TEST_OFFICE'];
const TIMEOUT_MS = 180_000;

/** For a test's `skip`; false where LibreOffice is there. */
export const officeMissing: string | false =
  path === undefined
    ? (process.env['FAROL_TEST_OFFICE_MISSING'] ?? 'no office is named in FAROL_TEST_OFFICE')
    : false;

/** Every file that came of it by its name; none when it could not open the workbook, which it then offers to repair. */
export async function openInOffice(workbook: Buffer, format: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'farol-office-'));
  try {
    writeFileSync(join(folder, 'workbook.xlsx'), workbook);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const out = join(folder, 'out');
    await run(
      path ?? '',
      [profile, '--headless', '--convert-to', format, '--outdir', out, join(folder, 'workbook.xlsx')],
      { timeout: TIMEOUT_MS, env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' } },
    );
    return readFiles(out);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readFiles(folder: string): Map<string, string> {
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  } catch {
    return new Map();
  }
}
