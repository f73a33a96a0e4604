// A browser for the tests that open a page.
import { ensureProgram } from './debian-program.ts';
import type { Machine, Program, Wanted } from './debian-program.ts';

const CHROMIUM: Wanted = {
  name: 'Chromium',
  variable: 'FAROL_TEST_BROWSER',
  // The headless shell comes first: it is the smallest and starts fastest.
  places: [
    '/usr/bin/chromium-headless-shell',
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/lib/chromium/headless_shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ],
  packages: ['chromium-headless-shell', 'chromium'],
};

export function ensureBrowser(mayInstall = true, machine?: Machine): Promise<Program> {
  return ensureProgram(CHROMIUM, mayInstall, machine);
}
