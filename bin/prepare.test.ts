// The scripts in a throw-away clone: a stand-in for npm "installs" a Node, and small scripts play the program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../src/cli/node-flags.mjs';

const realProject = dirname(dirname(fileURLToPath(import.meta.url)));
const standInForNpm = `
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) { console.error('npm error network'); process.exit(7); }
mkdirSync('node_modules/node-linux-${process.arch}/bin', { recursive: true });
symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node-linux-${process.arch}/bin/node');
`;
const program = `
import { appendFileSync } from 'node:fs';
import { endWithParent } from './platform/supervisor/child.ts';
const [command] = process.argv.slice(2);
if (command === 'exit') process.exit(42);
if (command === 'worker') console.log(process.execArgv.join(' '));
if (command === 'abort') process.kill(process.pid, 'SIGKILL');
if (command === 'serve') {
  setInterval(() => undefined, 60_000);
  process.on('SIGTERM', () => { console.log('term'); process.exit(5); });
  endWithParent(async () => appendFileSync(new URL('../ended', import.meta.url), 'ended'));
  console.log(process.pid);
} else console.log(JSON.stringify(process.argv.slice(2)));
`;

let folder = '';
let clone = '';
const running: ChildProcess[] = [];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-bin-'));
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  clone = await mkdtemp(join(folder, 'clone-'));
  await mkdir(join(clone, 'src/platform/supervisor'), { recursive: true });
  await mkdir(join(clone, 'tools'));
  await cp(join(realProject, 'bin'), join(clone, 'bin'), { recursive: true });
  for (const file of ['src/platform/supervisor/child.ts', 'src/cli/node-flags.mjs']) {
    await cp(join(realProject, file), join(clone, file));
  }
  await writeFile(join(clone, 'src/cli.ts'), program);
  await writeFile(join(clone, 'tools/test.ts'), "console.log('tests', ...process.argv.slice(2));");
  await writeFile(join(clone, 'package.json'), '{"name":"clone","type":"module"}');
  await writeFile(
    join(clone, 'package-lock.json'),
    '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}',
  );
  await writeFile(join(clone, 'npm.mjs'), standInForNpm);
});

type Ending = { code: number | null; stdout: string; stderr: string };
type Run = { child: ChildProcess; ended: Promise<Ending>; firstLine: Promise<string> };

function run(script: string, args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(clone, 'bin', script), ...args], {
    cwd: clone,
    env: { npm_execpath: join(clone, 'npm.mjs'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const firstLine = Promise.withResolvers<string>();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes('\n')) firstLine.resolve(stdout.split('\n')[0] ?? '');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, firstLine: firstLine.promise };
}

async function countInstallations(): Promise<number> {
  return (await readFile(join(clone, 'npm-calls'), 'utf8')).trim().split('\n').length;
}

test('installs once, says so in two lines, and hands the arguments on', async () => {
  const first = await run('prepare.mjs', ['user', 'list', '', '--json']).ended;
  assert.equal(first.stdout, '["user","list","","--json"]\n');
  assert.match(first.stderr, /^Installing the packages .+\nInstalled in \d+\.\d s\.\n$/);
  assert.match(await readFile(join(clone, 'npm-calls'), 'utf8'), /^ci --ignore-scripts /);
  const second = await run('prepare.mjs', ['test', '--quick']).ended;
  assert.deepEqual(second, { code: 0, stdout: 'tests --quick\n', stderr: '' });
  assert.equal(await countInstallations(), 1);
});

test('installs again when the lockfile has changed or an installation was interrupted', async () => {
  await run('prepare.mjs', ['list']).ended;
  await writeFile(
    join(clone, 'package-lock.json'),
    '{"packages":{"":{}, "node_modules/a":{"version":"2.0.0"}}}',
  );
  await rm(join(clone, 'node_modules'), { recursive: true });
  await mkdir(join(clone, 'node_modules'));
  assert.equal((await run('prepare.mjs', ['list']).ended).code, 0);
  assert.equal(await countInstallations(), 2);
});

test('two commands at the same time in a fresh clone install once', async () => {
  const endings = await Promise.all([run('prepare.mjs', ['list']).ended, run('prepare.mjs', ['test']).ended]);
  assert.deepEqual(
    endings.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(await countInstallations(), 1);
});

test('packages that were installed by hand are taken as they are', async () => {
  await mkdir(join(clone, 'node_modules'));
  await writeFile(
    join(clone, 'node_modules/.package-lock.json'),
    '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
  );
  const { code, stderr } = await run('prepare.mjs', ['list']).ended;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  await assert.rejects(countInstallations());
});

test('a failing npm is explained in a sentence, and the next run tries again', async () => {
  const failed = await run('prepare.mjs', ['list'], { NPM_FAILS: '1' }).ended;
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /npm error network\nThe packages could not be installed .+ check the network/);
  assert.equal((await run('prepare.mjs', ['list']).ended).code, 0);
});

test('ends as the program ends: its exit code, or 128 plus the number of its signal', async () => {
  assert.equal((await run('prepare.mjs', ['exit']).ended).code, 42);
  assert.equal((await run('prepare.mjs', ['abort']).ended).code, 128 + 9);
});

test('hands SIGTERM on', async () => {
  const { child, ended, firstLine } = run('prepare.mjs', ['serve']);
  await firstLine;
  child.kill('SIGTERM');
  const { code, stdout } = await ended;
  assert.equal(code, 5);
  assert.match(stdout, /\nterm\n$/);
});

test('the program stops when the script that started it is killed with kill -9', async () => {
  const { child, ended, firstLine } = run('prepare.mjs', ['serve']);
  await firstLine;
  child.kill('SIGKILL');
  // The output is closed only when the program, which inherited it, has ended too.
  await ended;
  assert.equal(await readFile(join(clone, 'ended'), 'utf8'), 'ended');
});

test('farol without packages says what to run first, and with them runs the program', async () => {
  const bare = await run('farol.mjs', ['list']).ended;
  assert.equal(bare.code, 1);
  assert.equal(bare.stderr, 'Farol is not installed yet: run "npm start" or "npm ci" in its folder first.\n');
  await mkdir(join(clone, 'node_modules'));
  assert.equal((await run('farol.mjs', ['list']).ended).stdout, '["list"]\n');
});

test('farol can be executed as a command', async () => {
  const file = join(realProject, 'bin/farol.mjs');
  assert.equal((await stat(file)).mode & 0o111, 0o111);
  assert.match(await readFile(file, 'utf8'), /^#!\/usr\/bin\/env node\n/);
});

test('farol starts a worker with the settings that a served one has', async () => {
  await mkdir(join(clone, 'node_modules'));
  const { code, stdout } = await run('farol.mjs', ['worker']).ended;
  assert.equal(code, 0);
  const [flags] = stdout.split('\n');
  assert.equal(flags, nodeFlags('worker').join(' '));
  assert.match(flags, /--disable-proto=delete/);
});
