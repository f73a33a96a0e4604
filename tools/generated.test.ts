import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findStaleFiles } from './generated.ts';

const FILES = [{ path: 'docs/generated/a.md', make: async () => 'one\ntwo\nthree\n' }];

function faultsOf(committed: string | null): Promise<string[]> {
  return findStaleFiles(FILES, async () => committed).then((findings) =>
    findings.map(({ message }) => message),
  );
}

test('a fresh copy is accepted', async () => {
  deepEqual(await faultsOf('one\ntwo\nthree\n'), []);
});

test('a stale copy is named with the first line that differs', async () => {
  deepEqual(await faultsOf('one\n2\nthree\n'), ['is stale from line 2 on; run npm run generate']);
  deepEqual(await faultsOf('one\n'), ['is stale from line 2 on; run npm run generate']);
});

test('a missing copy is named', async () => {
  deepEqual(await faultsOf(null), ['is missing; run npm run generate']);
});
