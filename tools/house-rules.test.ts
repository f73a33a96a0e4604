import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { checkHouseRules } from './house-rules.ts';
import { checkMigrations } from './migration-rules.ts';

function rulesBroken(path: string, text: string): string[] {
  return checkHouseRules([{ path, text }]).map(({ rule }) => rule);
}

const SERVICE = 'src/features/plans/service.ts';
const STORE = 'src/features/plans/store.ts';
const TEST = 'src/features/plans/store.test.ts';

const BROKEN: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['sql-place', SERVICE, "const q = 'select 1';"],
  ['sql-place', SERVICE, 'const q = `\n  select p.id from plans p where p.id = $1`;'],
  ['sql-place', SERVICE, "const q = 'SELECT set_config($1, $2, true)';"],
  ['sql-place', SERVICE, 'const q = `-- reason\n  insert into plans (id) values ($1)`;'],
  ['sql-place', SERVICE, "const q = 'update plans set name = $1';"],
  ['sql-place', SERVICE, "const q = 'update plans p set name = $1';"],
  ['sql-place', SERVICE, "const q = 'delete from plans';"],
  ['sql-place', SERVICE, "const q = 'with due as (select 1) select * from due';"],
  ['sql-place', SERVICE, "const q = 'create unique index plans_name on plans (name)';"],
  ['sql-place', SERVICE, "const q = 'alter table plans add column x text';"],
  ['sql-place', SERVICE, "const q = 'drop table plans';"],
  ['sql-place', SERVICE, "const q = 'truncate plans';"],
  ['sql-place', SERVICE, "const q = 'begin';"],
  ['sql-place', SERVICE, "const q = 'set local role farol';"],
  ['sql-place', 'src/cli/user.ts', "const q = 'copy plans (id) from stdin';"],
  ['sql-interpolation', STORE, 'const q = `select p.id from plans p where p.id = ${id}`;'],
  ['sql-interpolation', STORE, 'const q = `select ${columns.join()} from plans`;'],
  ['sql-interpolation', STORE, "const q = 'select p.id from plans p where p.id = ' + id;"],
  ['sql-interpolation', 'src/platform/db/roles.ts', 'const q = `create role ${name}`;'],
  ['sql-interpolation', STORE, 'const q = `drop table ${pg.escapeIdentifier(name)}`;'],
  ['environment', SERVICE, "const a = process.env['A'];"],
  ['environment', SERVICE, 'const { env } = process;'],
  ['clock', SERVICE, 'const now = Date.now();'],
  ['clock', SERVICE, 'const now = new Date();'],
  ['clock', SERVICE, 'const now = new Date;'],
  ['clock', SERVICE, 'const now = Date();'],
  ['clock', SERVICE, 'const now = Temporal.Now.instant();'],
  ['clock', 'sandbox/people.ts', 'const now = Date.now();'],
  ['randomness', SERVICE, 'const a = Math.random();'],
  ['scope', SERVICE, 'const scope = grantScope([1]);'],
  ['randomness', TEST, 'const a = Math.random();'],
  ['printing', SERVICE, "console.log('x');"],
  ['printing', 'src/wiring.ts', "process.stdout.write('x');"],
  ['printing', 'src/platform/log.ts', "process.stderr.write('x');"],
  ['default-export', SERVICE, 'export default function run() {}'],
  ['default-export', 'tools/a.ts', 'const a = 1; export { a as default };'],
  ['text-in-markup', 'console/src/ui/shell.tsx', 'const a = <b className="c">Sair</b>;'],
  ['text-in-markup', 'console/src/ui/shell.tsx', 'const a = (\n  <b>\n    Trocar a senha\n  </b>\n);'],
  ['vague-name', 'src/features/plans/utils.ts', ''],
  ['vague-name', 'src/features/plans/text-helpers.ts', ''],
  ['vague-name', 'src/platform/common/a.ts', ''],
  ['vague-name', 'src/misc/a.ts', ''],
  ['vague-name', 'test/support/helpers.test.ts', ''],
  ['vague-name', 'src/platform/manager.ts', ''],
  ['vague-name', 'src/features/data/index.ts', ''],
  ['vague-name', 'src/features/info/index.ts', ''],
  ['vague-name', 'src/features/v2/index.ts', ''],
  ['vague-name', 'src/features/next/index.ts', ''],
  ['vague-name', 'src/features/new/index.ts', ''],
  ...['TODO', 'FIXME', 'XXX', 'HACK'].map((word) => ['unfinished', SERVICE, `// ${word} later`] as const),
  ['test-switch', TEST, "test.only('a', () => {});"],
  ['test-switch', TEST, "describe.skip('a', () => {});"],
  ['test-switch', TEST, "test.todo('a');"],
  ['test-switch', TEST, "test('a', { only: true }, () => {});"],
  ['test-switch', TEST, "test('a', { skip: true }, () => {});"],
  ['test-switch', TEST, "test('a', { skip: 'later' }, () => {});"],
  ['test-switch', 'test/journeys/a.test.ts', "test('a', (t) => t.skip());"],
  ['exemption', SERVICE, '// oxlint-disable-next-line no-console'],
  ['exemption', TEST, '/* eslint-disable */'],
  ['exemption', SERVICE, '// @ts-ignore'],
  ['exemption', SERVICE, '// @ts-nocheck'],
  ['exemption', SERVICE, '// @ts-expect-error'],
];

for (const [rule, path, text] of BROKEN) {
  test(`${rule} trips on ${JSON.stringify(text)} in ${path}`, () =>
    deepEqual(rulesBroken(path, text), [rule]));
}

const FINE: readonly (readonly [path: string, text: string])[] = [
  [
    SERVICE,
    "const a = ['Create a user', 'Select the plan', 'Update the name', 'Delete the token', 'With care'];",
  ],
  [
    SERVICE,
    "const a = 'process.env, Date.now(), console.log, export default'; // select 1 from a; new Date()",
  ],
  [
    SERVICE,
    'const a = new Date(0); const b = new Date( clock.now() ); const c: Date = b; const d = isDate();',
  ],
  [STORE, 'const COLUMNS = "p.id"; const q = `select ${COLUMNS} from plans p` + ` where p.id = $1`;'],
  ['src/features/plans/balance-store.ts', "const q = 'select 1';"],
  ['src/features/plans/queries.ts', "const q = 'select 1';"],
  ['src/platform/db/roles.ts', 'const q = `create role ${escapeIdentifier(name)}`;'],
  ['src/config.ts', 'const a = process.env;'],
  ['src/platform/clock.ts', 'const now = Date.now();'],
  ['console/src/ui/shell.tsx', 'const a = <b>Farol</b>;'],
  ['console/src/ui/shell.tsx', 'const a = <b>{t.leave}</b>;'],
  ['src/cli/table.ts', "console.log('x');"],
  ['src/cli.ts', "process.stdout.write('x');"],
  [
    'test/support/database.ts',
    'const q = `create database ${name}`; const a = process.env; const now = new Date();',
  ],
  ['src/platform/db/fixtures/killed.ts', "console.log(process.env['A'], Date.now());"],
  [TEST, "test('a', { skip: missing }, () => {}); // @ts-expect-error a number is refused"],
  ['tools/a.ts', "console.log(process.env['A'], Date.now());"],
  ['src/platform/db/next-page.ts', 'const a = /\\bselect 1/;'],
];

for (const [path, text] of FINE) {
  test(`no rule trips on ${JSON.stringify(text)} in ${path}`, () => deepEqual(rulesBroken(path, text), []));
}

test('a finding names the line', () => {
  deepEqual(checkHouseRules([{ path: SERVICE, text: '\n\nMath.random();\n' }])[0]?.line, 3);
});

function migrationFaults(...files: readonly (readonly [name: string, text: string])[]): string[] {
  return checkMigrations(files.map(([name, text]) => ({ path: `migrations/${name}`, text }))).map(
    ({ message }) => message,
  );
}

test('migrations in order with a first line are accepted', () => {
  deepEqual(
    migrationFaults(
      ['0001_start.sql', '-- breaking: no\n'],
      ['0002_add_b.sql', '-- breaking: yes, b goes\n'],
    ),
    [],
  );
});

test('migrations break a rule by name, gap, double number, first line and unfinished work', () => {
  deepEqual(migrationFaults(['1_start.sql', '-- breaking: no']), [
    'a migration is called NNNN_snake_case.sql',
  ]);
  deepEqual(migrationFaults(['0001_Start.sql', '-- breaking: no']), [
    'a migration is called NNNN_snake_case.sql',
  ]);
  deepEqual(migrationFaults(['0001_a.sql', '-- breaking: no'], ['0003_b.sql', '-- breaking: no']), [
    'number 0003 stands where 0002 is due',
  ]);
  deepEqual(migrationFaults(['0001_a.sql', '-- breaking: no'], ['0001_b.sql', '-- breaking: no']), [
    'number 0001 stands where 0002 is due',
  ]);
  deepEqual(migrationFaults(['0001_a.sql', 'create table a ();\n-- breaking: no']), [
    'the first line reads "-- breaking: no" or "-- breaking: yes, why"',
  ]);
  deepEqual(migrationFaults(['0001_a.sql', '-- breaking: no\n-- TODO index']), [
    'finish it, or open an issue',
  ]);
});
