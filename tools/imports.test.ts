import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { COMPUTED_IMPORT, findImports } from './imports.ts';

function targets(text: string): string[] {
  return findImports({ path: 'src/features/plans/service.ts', text }).map(
    ({ target, isTypeOnly }) => `${target}${isTypeOnly ? ' (type)' : ''}`,
  );
}

test('finds every static form', () => {
  const text = [
    "import { a } from './a.ts';",
    "import type { B } from './b.ts';",
    "import { type C, d } from '../cases/index.ts';",
    "import e, { f } from 'fastify';",
    "import * as g from 'node:fs';",
    "import './h.ts';",
    "import type I from './i.ts';",
    "import type from './j.ts';",
    "import k from './k.ts'",
    "export { l } from './l.ts';",
    "export * from './m.ts';",
    "export * as n from './n.ts';",
    "export type { O } from './o.ts';",
    "import {\n  p,\n  q as r,\n} from './p.ts';",
    "import s from './s.json' with { type: 'json' };",
  ].join('\n');
  const near = (name: string): string => `src/features/plans/${name}.ts`;
  deepEqual(targets(text), [
    near('a'),
    `${near('b')} (type)`,
    'src/features/cases/index.ts',
    'fastify',
    'node:fs',
    near('h'),
    `${near('i')} (type)`,
    near('j'),
    near('k'),
    near('l'),
    near('m'),
    near('n'),
    `${near('o')} (type)`,
    near('p'),
    'src/features/plans/s.json',
  ]);
});

test('finds dynamic imports, type queries and require', () => {
  const text = [
    "const a = await import('./a.ts');",
    "type B = import('../../platform/log.ts').Log;",
    "const c = require('pg');",
    'const d = await import(`./d.ts`);',
    'const e = await import(`./${name}.ts`);',
    'const f = await import(path);',
    "const g = createRequire(import.meta.url)('fastify');",
  ].join('\n');
  deepEqual(targets(text), [
    'src/features/plans/a.ts',
    'src/platform/log.ts',
    'pg',
    'src/features/plans/d.ts',
    COMPUTED_IMPORT,
    COMPUTED_IMPORT,
    'fastify',
  ]);
});

test('is not fooled by comments, strings, templates and regular expressions', () => {
  const text = [
    "// import { a } from './a.ts';",
    "/* import './b.ts' */",
    'const c = "import { a } from \'./a.ts\'";',
    "const d = `import './d.ts'; ${value} from './e.ts'`;",
    "const f = /import '.\\/f.ts'/;",
    'const quote = /[\'"]/;',
    "import { real } from './real.ts';",
    'export const from = 1;',
    "export const text = 'x';",
    'export class Import {}',
    "const half = total / 2; const other = './g.ts';",
  ].join('\n');
  deepEqual(targets(text), ['src/features/plans/real.ts']);
});

test('sees an import inside an interpolation', () => {
  deepEqual(targets("const a = `${(await import('./a.ts')).name} and ${`${require('pg')}`}`;"), [
    'src/features/plans/a.ts',
    'pg',
  ]);
});

test('gives the line on which the import begins', () => {
  const [first] = findImports({ path: 'src/a.ts', text: "\n\nimport {\n  b,\n} from './b.ts';\n" });
  deepEqual(first, { target: 'src/b.ts', isOurs: true, isTypeOnly: false, line: 3 });
});
