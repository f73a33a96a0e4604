import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ensureBrowser } from './browser.ts';
import type { Machine } from './debian-program.ts';

/** A machine on which `apt-get install` of one of `offered` puts a program at its path. */
function aMachine(
  installed: readonly string[],
  offered: Record<string, string> = {},
): Machine & { commands: string[] } {
  const present = new Set(installed);
  const commands: string[] = [];
  return {
    commands,
    chosen: undefined,
    isRoot: true,
    canRun: (path) => present.has(path),
    say: () => undefined,
    run: async (command, args) => {
      commands.push([command, ...args].join(' '));
      const path = offered[args.at(-1) ?? ''];
      if (path !== undefined) present.add(path);
      return { code: path === undefined ? 100 : 0 };
    },
  };
}

test('takes the browser that the environment names', async () => {
  const machine = { ...aMachine(['/opt/browser', '/usr/bin/chromium']), chosen: '/opt/browser' };
  deepEqual(await ensureBrowser(true, machine), { path: '/opt/browser' });
});

test('says so when the named browser cannot be run, and takes no other', async () => {
  const machine = { ...aMachine(['/usr/bin/chromium']), chosen: '/opt/browser' };
  deepEqual(await ensureBrowser(true, machine), {
    missing: 'FAROL_TEST_BROWSER names /opt/browser, which cannot be run',
  });
});

test('prefers the headless shell among the installed', async () => {
  const machine = aMachine(['/usr/bin/chromium', '/usr/bin/chromium-headless-shell']);
  deepEqual(await ensureBrowser(true, machine), { path: '/usr/bin/chromium-headless-shell' });
  deepEqual(machine.commands, []);
});

test('as root on Debian installs the headless shell', async () => {
  const machine = aMachine(['/usr/bin/apt-get'], {
    'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  });
  deepEqual(await ensureBrowser(true, machine), { path: '/usr/bin/chromium-headless-shell' });
  deepEqual(machine.commands.length, 2);
});

test('falls back to chromium where the headless shell has no package', async () => {
  const machine = aMachine(['/usr/bin/apt-get'], { chromium: '/usr/bin/chromium' });
  deepEqual(await ensureBrowser(true, machine), { path: '/usr/bin/chromium' });
});

test('names what is missing when nothing can be installed', async () => {
  const missing = async (machine: Machine, mayInstall = true): Promise<boolean> =>
    'missing' in (await ensureBrowser(mayInstall, machine));
  const found = [
    await missing(aMachine(['/usr/bin/apt-get'])),
    await missing({ ...aMachine(['/usr/bin/apt-get']), isRoot: false }),
    await missing(aMachine([])),
    await missing(aMachine(['/usr/bin/apt-get'], { chromium: '/usr/bin/chromium' }), false),
  ];
  deepEqual(found, [true, true, true, true]);
});
