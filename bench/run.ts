// `npm run bench`: how fast Farol answers, as ratios to what the machine and others can do. `-- --full` runs every row
// with more rounds; `-- --only balance` a single one. rows.ts says what is measured.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { onStopSignals } from '../src/platform/supervisor/stop-signals.ts';
import { describeMachine, isTemporaryFolderInMemory, readMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { measureRow } from './measure.ts';
import type { Pace, RowResult } from './measure.ts';
import { alignTable, buildRowTable, buildSideTable, describeRemarks, markdownTable } from './report.ts';
import { ROWS } from './rows.ts';
import type { Row } from './rows.ts';
import { createStageBuilder } from './stage.ts';
import { createWrk, ensureWrk } from './wrk.ts';

const PROJECT_DIR = join(import.meta.dirname, '..');
/** With fewer or shorter rounds the figures are no measurement. */
const LEAST_PACE = { rounds: 5, seconds: 3 };
const FULL_ROUNDS = 11;
const WARM_UP_SECONDS = 3;
const STOPPED_EXIT_CODE = 130;

const say = (line: string): void => console.log(line);

type Wish = { readonly rows: readonly Row[]; readonly pace: Pace };

function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
    },
  });
  const { full, only } = values;
  const unknown = only?.find((id) => !ROWS.some((row) => row.id === id));
  if (unknown !== undefined)
    throw new Error(`There is no row "${unknown}"; there are ${ROWS.map(({ id }) => id).join(', ')}.`);
  const rounds = readCount('--rounds', values.rounds ?? String(full ? FULL_ROUNDS : LEAST_PACE.rounds));
  const seconds = readCount('--seconds', values.seconds ?? String(LEAST_PACE.seconds));
  return {
    rows: ROWS.filter(({ id, when }) => only?.includes(id) ?? (full || when === 'always')),
    pace: { rounds, seconds, warmUpSeconds: Math.min(WARM_UP_SECONDS, seconds) },
  };
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`${option} takes a whole number from 1.`);
  return Number(text);
}

async function writeResults(machine: Machine, pace: Pace, results: readonly RowResult[]): Promise<void> {
  const folder = join(PROJECT_DIR, 'var', 'bench');
  const json = join(PROJECT_DIR, 'bench', 'results.json');
  const table = join(folder, 'table.md');
  const parts = [
    markdownTable(buildRowTable(results)),
    markdownTable(buildSideTable(results)),
    describeMachine(machine),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(json, `${JSON.stringify({ machine, pace, rows: results }, null, 2)}\n`);
  await writeFile(table, `${parts.join('\n\n')}\n`);
  say(`\nWritten: ${[json, table].map((path) => relative(PROJECT_DIR, path)).join(', ')}`);
}

function print(machine: Machine, pace: Pace, results: readonly RowResult[]): void {
  say(
    `\n${alignTable(buildRowTable(results))}\n\n${alignTable(buildSideTable(results))}\n\n${describeMachine(machine)}`,
  );
  describeRemarks(results).forEach(say);
  if (pace.rounds < LEAST_PACE.rounds || pace.seconds < LEAST_PACE.seconds) {
    say(`Fewer than ${LEAST_PACE.rounds} rounds of ${LEAST_PACE.seconds} s: a trial, not a measurement.`);
  }
}

async function runBench({ rows, pace }: Wish): Promise<number> {
  const hindrance = await ensureWrk(say);
  if (hindrance !== null) throw new Error(hindrance);
  if (await isTemporaryFolderInMemory())
    say('The temporary folder lies in memory, so writes cost too little: set TMPDIR.');
  const builder = createStageBuilder(PROJECT_DIR, say);
  const stopping = new AbortController();
  const stopListening = onStopSignals({
    stop: () => {
      stopping.abort();
      say('Stopping.');
      void builder.clear().finally(() => process.exit(STOPPED_EXIT_CODE));
    },
    force: () => process.exit(STOPPED_EXIT_CODE),
  });
  try {
    say('Starting the database and the servers.');
    const needed = new Set(
      rows.flatMap(({ target, baseline }) => [target.server, baseline?.target.server ?? target.server]),
    );
    const stage = await builder.build(needed);
    const bench = { stage, wrk: createWrk(stage.folder), pace, say };
    const results: RowResult[] = [];
    for (const row of rows) {
      say(`${row.title}${row.baseline === null ? '' : ` against ${row.baseline.title}`}`);
      results.push(await measureRow(bench, row));
    }
    const machine = await readMachine(stage.databaseVersion);
    print(machine, pace, results);
    await writeResults(machine, pace, results);
    return results.some(({ verdict }) => verdict === 'MISSED') ? 1 : 0;
  } catch (error) {
    // Whatever was under way fails when everything is taken from under it; the handler above ends the process.
    if (stopping.signal.aborted) return await new Promise<never>(() => {});
    throw error;
  } finally {
    stopListening();
    await builder.clear();
  }
}

try {
  process.exitCode = await runBench(readWish());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
