import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Machine } from './debian-program.ts';
import { ensurePdfReader } from './pdf-reader.ts';

const bare: Machine = {
  chosen: undefined,
  isRoot: false,
  canRun: () => false,
  run: async () => ({ code: 100 }),
  say: () => undefined,
};

test('takes the reader that is installed', async () => {
  deepEqual(await ensurePdfReader(true, { ...bare, canRun: (path) => path === '/usr/bin/pdftotext' }), {
    path: '/usr/bin/pdftotext',
  });
});

test('says which package has it where it may not install', async () => {
  deepEqual(await ensurePdfReader(true, bare), {
    missing: 'no pdftotext is installed; install poppler-utils, or name one in FAROL_TEST_PDF_READER',
  });
});
