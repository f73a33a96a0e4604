// LibreOffice for the tests that open a spreadsheet; some 60 packages, installed in a quarter of a minute.
import { ensureProgram } from './debian-program.ts';
import type { Machine, Program, Wanted } from './debian-program.ts';

const LIBRE_OFFICE: Wanted = {
  name: 'LibreOffice',
  variable: 'FAROL_TEST_OFFICE',
  places: ['/usr/bin/soffice', '/usr/bin/libreoffice', '/usr/lib/libreoffice/program/soffice'],
  // Without windows first; older releases have one package for all.
  packages: ['libreoffice-calc-nogui', 'libreoffice-calc'],
};

export function ensureOffice(mayInstall = true, machine?: Machine): Promise<Program> {
  return ensureProgram(LIBRE_OFFICE, mayInstall, machine);
}
