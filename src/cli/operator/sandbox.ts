import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { DEFAULT_SEED, DEFAULT_TODAY, generateSandbox, judgeSize, SIZES } from '../../../sandbox/generate.ts';
import type { Manifest, Progress, Source } from '../../../sandbox/generate.ts';
import { endWithParent } from '../../platform/supervisor/index.ts';
import { printAnswer } from '../output.ts';
import type { Row } from '../output.ts';
import { addSandboxServer } from '../sandbox-server.ts';
import { verb } from './arguments.ts';
import { wrongUsage } from './faults.ts';
import { createProgressLine } from './import-progress.ts';
import { loadSandbox } from './sandbox-load.ts';
import { act } from './session.ts';
import type { OpenOperator } from './session.ts';

type SizeName = keyof typeof SIZES;
type GenerateOptions = {
  people: number;
  companies: number;
  cases: number;
  seed: number;
  out: string;
  today: string;
};

const MAX_SEED = 2 ** 31 - 1;
const TELL_EVERY_MS = 1000;
const counts = new Intl.NumberFormat('en');

function parseNumber(text: string): number {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : MAX_SEED + 1;
  if (value > MAX_SEED) {
    throw new InvalidArgumentError(`It must be a whole number up to ${MAX_SEED}.`);
  }
  return value;
}

function parseDate(text: string): string {
  const isDate = /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  if (!isDate) {
    throw new InvalidArgumentError(`It must be a date, such as ${DEFAULT_TODAY}.`);
  }
  return text;
}

/** A line at most every second and one at the end of each step. */
function tellProgress(command: Command): (progress: Progress) => void {
  let lastMs = performance.now();
  return ({ step, done, total }) => {
    const nowMs = performance.now();
    if (done < total && nowMs - lastMs < TELL_EVERY_MS) return;
    lastMs = nowMs;
    command.configureOutput().writeErr?.(`${step}: ${counts.format(done)} of ${counts.format(total)}\n`);
  };
}

function summarize({ files }: Manifest): Row[] {
  const sources = [...new Set<Source>(files.map(({ source }) => source))];
  return sources.map((source) => {
    const own = files.filter((file) => file.source === source);
    const sum = (of: (file: (typeof own)[number]) => number): number =>
      own.reduce((total, file) => total + of(file), 0);
    return {
      source,
      files: own.length,
      rows: sum(({ valid }) => valid),
      badRows: sum(({ invalid }) => invalid),
      megabytes: Math.round(sum(({ bytes }) => bytes) / 1e5) / 10,
    };
  });
}

async function generate(options: GenerateOptions, command: Command): Promise<void> {
  const { people, companies, cases, seed, out, today } = options;
  const size = { people, companies, cases };
  const fault = judgeSize(size);
  if (fault !== null) throw wrongUsage(fault);
  const manifest = await generateSandbox({
    size,
    seed,
    today,
    folder: out,
    onProgress: tellProgress(command),
  });
  printAnswer(command, { rows: summarize(manifest), notes: [`The files and their manifest are in ${out}.`] });
}

export function addSandboxCommands(program: Command, open: OpenOperator): void {
  const sandbox = program.command('sandbox').description('an invented country to try everything on');
  const { people, companies, cases } = SIZES.small;
  verb(sandbox, 'generate', "write its files in the publishers' formats")
    .option('--people <n>', 'how many', parseNumber, people)
    .option('--companies <n>', 'how many', parseNumber, companies)
    .option('--cases <n>', 'how many', parseNumber, cases)
    .option('--seed <n>', 'another number gives another country', parseNumber, DEFAULT_SEED)
    .option('--today <date>', 'the day on which it is looked at', parseDate, DEFAULT_TODAY)
    .requiredOption('--out <folder>', 'where to; it is made if it is not there')
    .action(generate);
  verb(
    sandbox,
    'load',
    'write its files and import them all; what was imported before is replaced or added to',
  )
    .addOption(new Option('--size <size>', 'how much').choices(Object.keys(SIZES)).default('small'))
    .action(({ size }: { size: SizeName }, command: Command) => {
      // Under `farol serve`. An import may end anywhere.
      endWithParent(() => Promise.resolve());
      return act(command, open, async ({ config, databaseUrl }) => ({
        rows: await loadSandbox({
          config,
          databaseUrl,
          size,
          onProgress: tellProgress(command),
          openProgress: () => createProgressLine(command),
        }),
        notes: ['docs/sandbox.md has the documents to try.'],
      }));
    });
  addSandboxServer(sandbox);
}
