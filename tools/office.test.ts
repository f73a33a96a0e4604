import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Machine } from './debian-program.ts';
import { ensureOffice } from './office.ts';

const bare: Machine = {
  chosen: undefined,
  isRoot: true,
  canRun: () => false,
  run: async () => ({ code: 100 }),
  say: () => undefined,
};

test('takes the office that is installed', async () => {
  const machine = { ...bare, canRun: (path: string) => path === '/usr/bin/soffice' };
  deepEqual(await ensureOffice(true, machine), { path: '/usr/bin/soffice' });
});

test('installs the one without windows, and falls back to the whole', async () => {
  const commands: string[] = [];
  let isThere = false;
  const machine: Machine = {
    ...bare,
    canRun: (path) => path === '/usr/bin/apt-get' || (isThere && path === '/usr/bin/soffice'),
    run: async (_command, args) => {
      commands.push(args.at(-1) ?? '');
      isThere = args.at(-1) === 'libreoffice-calc';
      return { code: 0 };
    },
  };
  deepEqual(await ensureOffice(true, machine), { path: '/usr/bin/soffice' });
  deepEqual(commands, ['-q', 'libreoffice-calc-nogui', 'libreoffice-calc']);
});

test('says what to do when it may not install', async () => {
  deepEqual(await ensureOffice(true, { ...bare, isRoot: false }), {
    missing: 'no LibreOffice is installed; install libreoffice-calc, or name one in FAROL_TEST_OFFICE',
  });
});
