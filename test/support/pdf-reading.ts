// Reads PDFs: by ourselves, what stands on each page in the order in which it was drawn; and with Poppler, as a person's
// reader would show it.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';

const run = promisify(execFile);
const path = process.env['FAROL_TEST_PDF_READER'];
const TIMEOUT_MS = 60_000;

/** For a test's `skip`; false where the reader is there. */
export const pdfReaderMissing: string | false =
  path === undefined
    ? (process.env['FAROL_TEST_PDF_READER_MISSING'] ?? 'no reader is named in FAROL_TEST_PDF_READER')
    : false;

/** The text of each page as it is laid out; throws when Poppler finds anything wrong with the file. */
export async function openPdf(bytes: Buffer): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'farol-pdf-'));
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, bytes);
    const { stdout, stderr } = await run(path ?? '', ['-layout', '-enc', 'UTF-8', file, '-'], {
      timeout: TIMEOUT_MS,
    });
    if (stderr !== '') throw new Error(`the reader complains: ${stderr}`);
    return stdout.split('\f').slice(0, -1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const latin = new TextDecoder('windows-1252');

/** What one operator shows: pieces in hexadecimal with distances between them. */
function readShown(operands: string): string {
  const hex = [...operands.matchAll(/<([0-9a-f]*)>/g)].map(([, digits = '']) => digits).join('');
  return latin.decode(Buffer.from(hex, 'hex'));
}

/** The texts of each page, one for each that was written; only of the simple files that Farol makes. */
export function readTexts(bytes: Buffer): string[][] {
  const file = bytes.toString('latin1');
  const streams = [...file.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)].map(
    ({ 0: head, 1: length, index }) => {
      const start = index + head.length;
      return inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1');
    },
  );
  return streams.map((stream) =>
    [...stream.matchAll(/\[(.*?)\] TJ/g)].map(([, operands = '']) => readShown(operands)),
  );
}
