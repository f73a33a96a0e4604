// Poppler's `pdftotext`, for the tests that open a printed report as a reader of it would.
import { ensureProgram } from './debian-program.ts';
import type { Machine, Program, Wanted } from './debian-program.ts';

const POPPLER: Wanted = {
  name: 'pdftotext',
  variable: 'FAROL_TEST_PDF_READER',
  places: ['/usr/bin/pdftotext'],
  packages: ['poppler-utils'],
};

export function ensurePdfReader(mayInstall = true, machine?: Machine): Promise<Program> {
  return ensureProgram(POPPLER, mayInstall, machine);
}
