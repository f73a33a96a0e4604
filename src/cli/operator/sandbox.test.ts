import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCaught } from './fixtures/program.ts';
import type { Run } from './fixtures/program.ts';
import { addSandboxCommands } from './sandbox.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farol-sandbox-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Run> =>
  runCaught(['sandbox', ...args], (program) => {
    addSandboxCommands(program, () => Promise.reject(new Error('generating needs no database')));
  });

test('generates files of the size asked for and says what they hold', async () => {
  const out = join(folder, 'a');
  const size = [
    '--people',
    '200',
    '--companies',
    '100',
    '--cases',
    '700',
    '--seed',
    '3',
    '--today',
    '2026-12-01',
  ];
  const { code, out: printed, err } = await run('generate', ...size, '--out', out, '--json');
  assert.equal(code, 0, err);
  const rows = JSON.parse(printed) as { source: string; rows: number }[];
  assert.deepEqual(
    rows.map(({ source }) => source),
    ['receita', 'pgfn', 'protests', 'tpu', 'cases', 'datajud'],
  );
  assert.equal(rows.find(({ source }) => source === 'cases')?.rows, 700);
  assert.match(err, /cases: 700 of 700/);
  const manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as {
    seed: number;
    today: string;
  };
  assert.deepEqual([manifest.seed, manifest.today], [3, '2026-12-01']);
});

test('refuses what cannot be made with a sentence', async () => {
  assert.equal((await run('generate')).code, 2);
  const refused = [
    ['--cases', '8000000'],
    ['--people', 'many'],
    ['--today', '2026-13-01'],
    ['--seed', '-1'],
  ];
  for (const args of refused) {
    const { code, err } = await run('generate', '--out', join(folder, 'b'), ...args);
    assert.equal(code, 2, `${args.join(' ')}: ${err}`);
  }
  assert.equal((await run('load', '--size', 'huge')).code, 2);
});
