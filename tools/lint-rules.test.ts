// Proves that every rule named in .oxlintrc.json fires: a misspelt or unsupported rule would otherwise just be silent.
import { deepEqual, ok } from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { ALLOWED, CATEGORY_PLANTS, RULE_PLANTS } from './fixtures/lint-plants.ts';
import { REPOSITORY_ROOT } from './repository.ts';
import { runCommand } from './run-command.ts';

type Report = { diagnostics: { code: string; filename: string }[] };

const folder = mkdtempSync(join(tmpdir(), 'farol-lint-'));
let report: Report = { diagnostics: [] };

function place(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${text}\n`);
}

/** `typescript/no-explicit-any` → `src/typescript-no-explicit-any.ts`; a plant may name its own path. */
function pathOf(rule: string): string {
  return `src/planted/${rule.replace('/', '-')}.ts`;
}

before(async () => {
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) {
    cpSync(join(REPOSITORY_ROOT, name), join(folder, name));
  }
  symlinkSync(join(REPOSITORY_ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [rule, { path, code }] of Object.entries({ ...RULE_PLANTS, ...CATEGORY_PLANTS }))
    place(path ?? pathOf(rule), code);
  for (const [path, code] of ALLOWED) place(path, code);
  const oxlint = join(REPOSITORY_ROOT, 'node_modules', '.bin', 'oxlint');
  const PATH = `${dirname(oxlint)}:${process.env['PATH'] ?? ''}`;
  const env = { ...process.env, PATH };
  // Named one by one: of itself the linter would walk into the linked node_modules.
  const args = ['--type-aware', '--format=json', 'bin', 'src', 'test', 'tools', 'bench'];
  const { output } = await runCommand(oxlint, args, { cwd: folder, env });
  report = JSON.parse(output.slice(output.indexOf('{'))) as Report;
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** The rules that fired in one file, in the form in which the configuration names them. */
function firedIn(path: string): string[] {
  return report.diagnostics
    .filter(({ filename }) => filename.endsWith(path))
    .map(({ code }) => code.replace(/^([\w-]+)\(([\w-]+)\)$/, '$1/$2').replace(/^eslint\//, ''));
}

for (const [rule, { path }] of Object.entries({ ...RULE_PLANTS, ...CATEGORY_PLANTS })) {
  test(`${rule} fires on its planted violation`, () => {
    const fired = firedIn(path ?? pathOf(rule));
    ok(fired.includes(rule), `fired: ${fired.join(', ') || 'nothing'}`);
  });
}

for (const [path] of ALLOWED) {
  test(`nothing fires on what ${path} may do`, () => deepEqual(firedIn(path), []));
}

test('every rule of the configuration has a planted violation', () => {
  const text = readFileSync(join(REPOSITORY_ROOT, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const { rules } = JSON.parse(text) as { rules: Record<string, unknown> };
  const active = Object.keys(rules).filter((rule) => rules[rule] !== 'off');
  deepEqual(active.toSorted(), Object.keys(RULE_PLANTS).toSorted());
});
