import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findShareable } from './shared-process.ts';

function shareable(files: Record<string, string>): string[] {
  const tests = Object.keys(files).filter((path) => path.endsWith('.test.ts'));
  return findShareable(tests, (path) => files[path] ?? null);
}

test('whoever only loads the product shares a process', () => {
  deepEqual(
    shareable({
      'src/a.test.ts': "import { test } from 'node:test';\nimport { a } from './a.ts';\n",
      'src/a.ts': "import { Pool } from 'pg';\nimport { b } from '../lib/b.ts';\n",
      'lib/b.ts': "export { c } from './c.ts';\n",
      'lib/c.ts': "import { a } from '../src/pool.ts';\n",
      'src/pool.ts': "import { spawn } from 'node:child_process';\n",
    }),
    ['src/a.test.ts'],
  );
});

test('whoever reaches other processes and threads has one of its own', () => {
  for (const reach of [
    "import { chromium } from 'playwright-core';",
    "import {\n  Worker,\n} from 'node:worker_threads';",
    "import 'node:cluster';",
    "export { spawn } from 'node:child_process';",
    "const { build } = await import('vite');",
    "import { lost } from './lost.ts';",
  ]) {
    deepEqual(
      shareable({ 'a.test.ts': "import { b } from './b.ts';\n", 'b.ts': `const x = 1;\n${reach}\n` }),
      [],
      reach,
    );
  }
});

test('whoever changes what all code of a process sees has one of its own', () => {
  for (const change of [
    "process.env['TZ'] = 'UTC';",
    'after(() => close());',
    'mock.timers.enable();',
    'globalThis.fetch = fake;',
  ]) {
    deepEqual(shareable({ 'a.test.ts': `import { test } from 'node:test';\n${change}\n` }), [], change);
  }
});
