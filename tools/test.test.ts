// The runner is tried in a small repository of its own, with planted tests that pass, fail, skip and leak.
import { equal, match, ok } from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { REPOSITORY_ROOT } from './repository.ts';
import { runCommand } from './run-command.ts';
import type { CommandResult } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'farol-runner-'));
const scratch = join(folder, 'tmp');
const SECRET = 'planted.person@example.com';

const PLANTED: Record<string, string> = {
  'test/pass/a.test.ts': "test('passes', () => {});",
  'test/fail/a.test.ts': "test('fails', () => { throw new Error('planted'); });",
  'test/skip/a.test.ts': "test('passes', () => {}); test('waits', { skip: 'no browser' }, () => {});",
  'test/journeys/a.test.ts': "test('a journey', () => {});",
  'test/empty/a.test.ts': '',
  // Whoever looks at the environment has a process of its own.
  'test/empty/b.test.ts': 'process.env;',
  'test/leak/a.test.ts': `
    const folder = process.env['FAROL_TEST_LOG_DIR'];
    test('leaks into a log', () => {
      appendFileSync(folder + '/canaries.txt', '${SECRET}\\n');
      appendFileSync(folder + '/api.log', 'hello ' + encodeURIComponent('${SECRET}'));
    });`,
  'test/print/a.test.ts': `
    test('leaks into the output', () => {
      appendFileSync(process.env['FAROL_TEST_LOG_DIR'] + '/canaries.txt', '${SECRET}\\n');
      console.log(Buffer.from('a${SECRET}').toString('base64'));
    });`,
  'test/environment/a.test.ts': `
    test('gets what it needs', () => {
      const { FAROL_TEST_DATABASE_URL, FAROL_TEST_BROWSER } = process.env;
      if (FAROL_TEST_DATABASE_URL !== 'postgres://planted') throw new Error('database');
      if (FAROL_TEST_BROWSER !== process.execPath) throw new Error('browser');
    });`,
};

before(() => {
  cpSync(join(REPOSITORY_ROOT, 'tools'), join(folder, 'tools'), { recursive: true });
  cpSync(join(REPOSITORY_ROOT, 'package.json'), join(folder, 'package.json'));
  for (const name of ['src', 'node_modules']) symlinkSync(join(REPOSITORY_ROOT, name), join(folder, name));
  mkdirSync(scratch);
  for (const [path, body] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const head = "import { test } from 'node:test';\nimport { appendFileSync } from 'node:fs';\n";
    writeFileSync(join(folder, path), body === '' ? '' : `${head}${body}\n`);
  }
});

after(() => rmSync(folder, { recursive: true, force: true }));

function runTests(args: readonly string[], CI = ''): Promise<CommandResult> {
  // Without this Node takes the inner runner for a test file of the outer one.
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
  const env = {
    ...outer,
    CI,
    TMPDIR: scratch,
    FAROL_TEST_DATABASE_URL: 'postgres://planted',
    // Any program will do: no planted test opens it, and nothing gets installed.
    FAROL_TEST_BROWSER: process.execPath,
  };
  const path = join(folder, 'tools', 'test.ts');
  return runCommand(process.execPath, [path, ...args], { cwd: folder, env });
}

test("a passing run ends with 0 and node's own closing lines", async () => {
  const { code, output } = await runTests(['test/pass']);
  equal(code, 0, output);
  match(output, /ℹ tests 1\n[\s\S]*ℹ duration_ms [\d.]+\s*$/);
});

test('a failing test fails the run', async () => {
  equal((await runTests(['test/fail'])).code, 1);
});

test('a skipped test fails the run with CI=true only', async () => {
  equal((await runTests(['test/skip'])).code, 0);
  const { code, output } = await runTests(['test/skip'], 'true');
  equal(code, 1);
  match(output, /FAILED: 1 test\(s\) were skipped/);
});

test('a run that selects nothing fails', async () => {
  match((await runTests(['test/nowhere'])).output, /no test file is called test\/nowhere/);
  equal((await runTests(['test/journeys', '--quick'])).code, 1);
});

test('a file without tests fails the run', async () => {
  const { output } = await runTests(['test/empty']);
  match(output, /FAILED: test\/empty\/a\.test\.ts holds no test/);
  match(output, /FAILED: test\/empty\/b\.test\.ts holds no test/);
});

test('a personal datum in a log fails the run and is not printed', async () => {
  const { code, output } = await runTests(['test/leak']);
  equal(code, 1);
  match(output, /FAILED: api\.log holds what a log must not hold: e-mail, URL-encoded, pla…/);
  ok(!output.includes(SECRET));
});

test('a personal datum in the output of a test fails the run', async () => {
  match(
    (await runTests(['test/print'])).output,
    /FAILED: node-test-output-0-0\.tap holds .+: e-mail, base64/,
  );
});

test('the tests get the database and the browser that the caller names', async () => {
  const { code, output } = await runTests(['test/environment']);
  equal(code, 0, output);
});

test('nothing is left behind', () => {
  ok(existsSync(scratch));
  equal(readdirSync(scratch).filter((name) => name.startsWith('farol-test-')).length, 0);
});
