import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findShareable } from './shared-process.ts';

function shareable(files: Record<string, string>): string[] {
  const tests = Object.keys(files).filter((path) => path.endsWith('.test.ts'));
  return findShareable(tests, (path) => files[path] ?? null);
}

test('a test of rules shares a process', () => {
  deepEqual(
    shareable({
      'src/a.test.ts': "import { test } from 'node:test';\nimport { a } from './a.ts';\n",
      'src/a.ts': "import type { Pool } from 'pg';\nimport { b } from '../lib/b.ts';\n",
      'lib/b.ts': "export { c } from './c.ts';\n",
      'lib/c.ts': "import { a } from '../src/pool.ts';\n",
      'src/pool.ts': "import { Pool } from 'pg';\n",
    }),
    ['src/a.test.ts'],
  );
});

test('whoever reaches a socket, a database or a process has one of its own', () => {
  for (const reach of [
    "import { Client } from 'pg';",
    "import {\n  createServer,\n} from 'node:http';",
    "import 'undici';",
    "export { spawn } from 'node:child_process';",
    "const { Pool } = await import('pg');",
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
