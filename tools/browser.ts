// A browser for the tests that open a page: what is installed, else Debian's package when we may install it.
import { accessSync, constants } from 'node:fs';
import { runCommand } from './run-command.ts';

export type Browser = { readonly path: string } | { readonly missing: string };

/** What the search looks at, so that it can be tested without a machine that lacks browsers. */
export type Machine = {
  readonly chosen: string | undefined;
  readonly isRoot: boolean;
  readonly canRun: (path: string) => boolean;
  readonly run: (command: string, args: readonly string[]) => Promise<{ code: number }>;
  readonly say: (line: string) => void;
};

// The headless shell comes first: it is the smallest and starts fastest.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/headless_shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const APT = '/usr/bin/apt-get';

export async function ensureBrowser(mayInstall = true, machine: Machine = thisMachine()): Promise<Browser> {
  if (machine.chosen !== undefined && machine.chosen !== '') {
    if (machine.canRun(machine.chosen)) return { path: machine.chosen };
    return { missing: `FAROL_TEST_BROWSER names ${machine.chosen}, which cannot be run` };
  }
  const installed = PLACES.find(machine.canRun);
  if (installed !== undefined) return { path: installed };
  if (!mayInstall) return { missing: 'no Chromium is installed, and this run installs none' };
  if (!machine.isRoot || !machine.canRun(APT)) {
    return { missing: 'no Chromium is installed; install chromium, or name a browser in FAROL_TEST_BROWSER' };
  }
  return install(machine);
}

async function install(machine: Machine): Promise<Browser> {
  machine.say('No Chromium is installed; installing the Debian package for the browser tests.');
  await machine.run(APT, ['update', '-q']);
  for (const name of PACKAGES) {
    await machine.run(APT, ['install', '-y', '-q', '--no-install-recommends', name]);
    const path = PLACES.find(machine.canRun);
    if (path !== undefined) return { path };
  }
  return { missing: `apt-get could install neither ${PACKAGES.join(' nor ')}` };
}

function thisMachine(): Machine {
  return {
    chosen: process.env['FAROL_TEST_BROWSER'],
    isRoot: process.getuid?.() === 0,
    canRun,
    run: (command, args) =>
      runCommand(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }),
    say: (line) => console.log(line),
  };
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
