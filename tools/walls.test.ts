import { deepEqual, match } from 'node:assert/strict';
import { test } from 'node:test';
import { checkWalls } from './walls.ts';

type Planted = { from: string; code: string; says: RegExp };

function messages(from: string, code: string): string[] {
  return checkWalls([{ path: from, text: code }]).map(({ rule, message }) => `${rule}: ${message}`);
}

const BROKEN: readonly Planted[] = [
  { from: 'src/documents/cpf.ts', code: "import '../errors.ts'", says: /documents must not import errors/ },
  {
    from: 'src/documents/cpf.ts',
    code: "import '../platform/log.ts'",
    says: /documents must not import platform/,
  },
  {
    from: 'src/documents/cpf.ts',
    code: "import type { C } from '../config.ts'",
    says: /must not import config/,
  },
  {
    from: 'src/platform/log.ts',
    code: "import { c } from '../config.ts'",
    says: /platform must not import config/,
  },
  {
    from: 'src/platform/db/pool.ts',
    code: "import '../../features/plans/index.ts'",
    says: /must not import feature/,
  },
  {
    from: 'src/platform/db/pool.ts',
    code: "import '../../wiring.ts'",
    says: /platform must not import wiring/,
  },
  { from: 'src/errors.ts', code: "import './platform/log.ts'", says: /errors must not import platform/ },
  {
    from: 'src/features/plans/service.ts',
    code: "import '../../config.ts'",
    says: /feature must not import config/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import '../../wiring.ts'",
    says: /feature must not import wiring/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import '../cases/store.ts'",
    says: /through its index\.ts only/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import type { A } from '../cases/ports.ts'",
    says: /index\.ts only/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import '../cases/deep/index.ts'",
    says: /through its index\.ts only/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import '../../sources/pgfn/source.ts'",
    says: /must not import source/,
  },
  { from: 'src/features/plans/service.ts', code: "import '../../cli/serve.ts'", says: /must not import cli/ },
  {
    from: 'src/features/plans/rules.ts',
    code: "import { f } from './store.ts'",
    says: /only documents and types/,
  },
  {
    from: 'src/features/plans/rules.ts',
    code: "import { f } from '../../errors.ts'",
    says: /only documents and types/,
  },
  {
    from: 'src/features/plans/rules.ts',
    code: "import { f } from 'node:fs'",
    says: /only documents and types/,
  },
  {
    from: 'src/features/plans/limit-rules.ts',
    code: "import { f } from './store.ts'",
    says: /only documents and types/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import 'fastify'",
    says: /fastify may be imported only by routes/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import '@fastify/swagger'",
    says: /@fastify\/swagger may be/,
  },
  {
    from: 'src/platform/db/pool.ts',
    code: "import 'fastify'",
    says: /fastify may be imported only by routes/,
  },
  {
    from: 'src/features/plans/service.ts',
    code: "import 'typebox'",
    says: /typebox may be imported only by schemas/,
  },
  {
    from: 'src/features/plans/store.ts',
    code: "import 'typebox/value'",
    says: /typebox\/value may be imported only/,
  },
  {
    from: 'src/features/plans/store.ts',
    code: "import 'pg'",
    says: /pg may be imported only by src\/platform\/db/,
  },
  { from: 'src/platform/http/server.ts', code: "import 'pg'", says: /pg may be imported only/ },
  {
    from: 'src/sources/pgfn/mapper.ts',
    code: "import 'pg-copy-streams'",
    says: /pg-copy-streams may be imported only/,
  },
  { from: 'tools/schema.ts', code: "import 'pg'", says: /pg may be imported only/ },
  {
    from: 'src/sources/pgfn/mapper.ts',
    code: "import '../../features/debts/index.ts'",
    says: /through its ports\.ts only/,
  },
  {
    from: 'src/sources/pgfn/mapper.ts',
    code: "import '../receita/mapper.ts'",
    says: /source must not import source/,
  },
  {
    from: 'src/sources/pgfn/mapper.ts',
    code: "import '../../config.ts'",
    says: /source must not import config/,
  },
  { from: 'src/wiring.ts', code: "import './features/plans/service.ts'", says: /through its index\.ts only/ },
  { from: 'src/wiring.ts', code: "import './cli/serve.ts'", says: /wiring must not import cli/ },
  {
    from: 'src/wiring.ts',
    code: "import '../test/support/app.ts'",
    says: /wiring must not import test-support/,
  },
  { from: 'src/wiring.ts', code: "import '../tools/walls.ts'", says: /wiring must not import tools/ },
  { from: 'src/wiring.ts', code: "import '../bench/run.ts'", says: /wiring must not import bench/ },
  { from: 'src/wiring.ts', code: "import '../console/app.ts'", says: /wiring must not import console/ },
  {
    from: 'console/src/api/shapes.ts',
    code: "import { A } from '../../../src/features/plans/schemas.ts'",
    says: /console must not import feature/,
  },
  {
    from: 'console/src/api/shapes.ts',
    code: "import type { A } from '../../../src/features/plans/service.ts'",
    says: /console must not import feature/,
  },
  {
    from: 'console/src/app.tsx',
    code: "import '../../src/platform/log.ts'",
    says: /console must not import platform/,
  },
  { from: 'src/wiring.ts', code: "import '../sandbox/people.ts'", says: /wiring must not import sandbox/ },
  {
    from: 'src/cli/serve.ts',
    code: "import '../features/plans/store.ts'",
    says: /through its index\.ts only/,
  },
  {
    from: 'src/cli/serve.ts',
    code: "import '../sources/pgfn/source.ts'",
    says: /cli must not import source/,
  },
  {
    from: 'sandbox/generate.ts',
    code: "import '../src/platform/clock.ts'",
    says: /sandbox must not import platform/,
  },
  { from: 'src/worker/loop.ts', code: "import '../errors.ts'", says: /has no place in the layout/ },
  {
    from: 'src/features/plans/store.test.ts',
    code: "import '../cases/store.ts'",
    says: /through its index\.ts only/,
  },
  {
    from: 'src/features/plans/store.test.ts',
    code: "import '../../../test/contract/a.ts'",
    says: /must not import/,
  },
  { from: 'test/support/app.ts', code: "import '../../src/features/plans/store.ts'", says: /index\.ts only/ },
  {
    from: 'test/security/tenant.test.ts',
    code: "import '../../src/features/plans/store.ts'",
    says: /index\.ts only/,
  },
  {
    from: 'test/journeys/a.test.ts',
    code: "import '../../src/wiring.ts'",
    says: /http must not import wiring/,
  },
  {
    from: 'test/journeys/a.test.ts',
    code: "import '../../src/features/plans/index.ts'",
    says: /must not import feature/,
  },
  {
    from: 'test/contract/a.test.ts',
    code: "import { c } from '../../src/config.ts'",
    says: /must not import config/,
  },
  {
    from: 'src/sources/pgfn/reader.ts',
    code: "import './fixtures/rows.ts'",
    says: /only tests import fixtures/,
  },
  { from: 'src/wiring.ts', code: 'await import(path)', says: /computed path/ },
  { from: 'src/wiring.ts', code: "import '#features/plans'", says: /goes around the walls/ },
];

for (const { from, code, says } of BROKEN) {
  test(`refuses ${code} in ${from}`, () => {
    const found = messages(from, code);
    deepEqual(found.length, 1, found.join('\n'));
    match(found[0] ?? '', says);
  });
}

const FINE: readonly (readonly [from: string, code: string])[] = [
  ['console/src/api/shapes.ts', "import type { A } from '../../../src/features/plans/schemas.ts'"],
  ['console/src/ui/numbers.ts', "import { a } from '../../../src/documents/cpf.ts'"],
  ['src/platform/log.ts', "import type { Config } from '../config.ts'"],
  [
    'src/platform/http/server.ts',
    "import fastify from 'fastify'; import { Type } from 'typebox'; import '../db/pool.ts'",
  ],
  [
    'src/platform/db/pool.ts',
    "import { Pool } from 'pg'; import '../../errors.ts'; import '../../documents/cpf.ts'",
  ],
  ['src/config.ts', "import { Type } from 'typebox'; import './platform/secret.ts'"],
  [
    'src/features/plans/routes.ts',
    "import 'fastify'; import 'typebox'; import './service.ts'; import '../cases/index.ts'",
  ],
  ['src/features/plans/balance-schemas.ts', "import 'typebox'"],
  ['src/features/plans/rules.ts', "import '../../documents/cpf.ts'; import type { Plan } from './store.ts'"],
  [
    'src/features/plans/store.test.ts',
    "import './store.ts'; import '../../../test/support/app.ts'; import 'pg'",
  ],
  [
    'src/sources/pgfn/mapper.ts',
    "import type { A } from '../../features/debts/ports.ts'; import './reader.ts'",
  ],
  [
    'src/wiring.ts',
    "import './features/plans/index.ts'; import './sources/pgfn/source.ts'; import './config.ts'; import 'pg'",
  ],
  [
    'src/cli/serve.ts',
    "import '../wiring.ts'; import '../config.ts'; import './table.ts'; import '../features/plans/index.ts'",
  ],
  [
    'test/journeys/a.test.ts',
    "import type { C } from '../../src/config.ts'; import '../support/app.ts'; import 'jose'",
  ],
  ['src/demo.ts', "import './features/plans/index.ts'; import './config.ts'; import './platform/db/pool.ts'"],
  ['bench/constant.ts', "import 'fastify'; import '../src/wiring.ts'; import '../sandbox/generate.ts'"],
  ['src/cli/operator/sandbox.ts', "import '../../../sandbox/generate.ts'"],
  ['sandbox/generate.ts', "import './people.ts'; import '../src/documents/cpf.ts'"],
];

for (const [from, code] of FINE) {
  test(`lets ${from} import what its role needs`, () => deepEqual(messages(from, code), []));
}

test('finds a cycle between files, types included', () => {
  const found = checkWalls([
    { path: 'src/features/plans/a.ts', text: "import './b.ts'" },
    { path: 'src/features/plans/b.ts', text: "import type { C } from './c.ts'" },
    { path: 'src/features/plans/c.ts', text: "import './a.ts'" },
    { path: 'src/features/plans/d.ts', text: "import './a.ts'" },
  ]);
  const round = ['a', 'b', 'c', 'a'].map((name) => `src/features/plans/${name}.ts`).join(' → ');
  deepEqual(found, [
    {
      path: 'src/features/plans/a.ts',
      rule: 'file-cycle',
      message: `imports go round in a circle: ${round}`,
    },
  ]);
});

test('finds a cycle between folders although no file cycle exists', () => {
  const found = checkWalls([
    { path: 'src/features/plans/index.ts', text: "import '../cases/index.ts'" },
    { path: 'src/features/cases/index.ts', text: '' },
    { path: 'src/features/cases/service.ts', text: "import '../radars/index.ts'" },
    { path: 'src/features/radars/service.ts', text: "import '../plans/index.ts'" },
  ]);
  deepEqual(
    found.map(({ rule, path }) => `${rule} ${path}`),
    ['folder-cycle src/features/cases'],
  );
});

test('finds a file that imports itself', () => {
  deepEqual(
    checkWalls([{ path: 'src/documents/cpf.ts', text: "import './cpf.ts'" }]).map(({ rule }) => rule),
    ['file-cycle'],
  );
});

test("lets the platform name the configuration's types although the configuration uses the platform", () => {
  const files = [
    { path: 'src/config.ts', text: "import './platform/secret.ts'" },
    { path: 'src/platform/secret.ts', text: "import type { Config } from '../config.ts'" },
  ];
  deepEqual(checkWalls(files), []);
});
