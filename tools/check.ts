// `npm run check`: everything that must hold before a commit. Every check runs even when an earlier one has failed.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY_ROOT } from './repository.ts';
import { onStop, runCommand } from './run-command.ts';

type Check = { readonly name: string; readonly command: string; readonly args: readonly string[] };
type Outcome = { readonly check: Check; readonly code: number; readonly output: string };

const bin = (name: string): string => join(REPOSITORY_ROOT, 'node_modules', '.bin', name);
const ourTool = (name: string, file: string, ...args: readonly string[]): Check => ({
  name,
  command: process.execPath,
  args: [join('tools', file), ...args],
});

// The slowest first, so that the cores are busy to the end.
const CHECKS: readonly Check[] = [
  {
    name: 'lint',
    command: bin('oxlint'),
    args: ['--type-aware', '--deny-warnings', '--report-unused-disable-directives', '--format=unix'],
  },
  { name: 'types', command: bin('tsc'), args: ['--noEmit'] },
  { name: 'console types', command: bin('tsc'), args: ['--noEmit', '-p', 'console'] },
  { name: 'dead code', command: bin('knip'), args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  ourTool('generated files', 'generate.ts', '--check'),
  ourTool('import walls', 'walls.ts'),
  ourTool('house rules', 'house-rules.ts'),
  ourTool('sizes', 'sizes.ts'),
];

// Alone at the end: some tests measure time.
const QUICK_TESTS = ourTool('quick tests', 'test.ts', '--quick');

// The tools are started by their shebang, which has to find the same Node as the one that runs this file.
const env = {
  ...process.env,
  PATH: `${join(REPOSITORY_ROOT, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
};

async function runCheck(check: Check): Promise<Outcome> {
  const startedAt = performance.now();
  const { code, output } = await runCommand(check.command, check.args, { env });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name.padEnd(16)} ${seconds.padStart(6)} s`);
  return { check, code, output };
}

async function runSideBySide(checks: readonly Check[], lanes: number): Promise<Outcome[]> {
  const waiting = [...checks];
  const outcomes: Outcome[] = [];
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      outcomes.push(await runCheck(check));
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return outcomes;
}

onStop(async () => undefined);
const startedAt = performance.now();
const outcomes = await runSideBySide(CHECKS, Math.min(4, availableParallelism()));
outcomes.push(await runCheck(QUICK_TESTS));

const failed = outcomes.filter(({ code }) => code !== 0);
for (const { check, output } of failed) console.log(`\n── ${check.name} ──\n${output.trimEnd()}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `\nAll checks passed in ${seconds} s.`
    : `\n${failed.length} check(s) failed after ${seconds} s.`,
);
if (failed.length > 0) process.exitCode = 1;
