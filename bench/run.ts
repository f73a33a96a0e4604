// `npm run bench`: how fast Farol answers, as ratios to what the machine and others can do. `-- --full` runs every row
// with more rounds and the registry's imports; `-- --only balance` a single one. rows.ts, figures.ts and registry/parts.ts
// say what is measured.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { onStopSignals } from '../src/platform/supervisor/stop-signals.ts';
import type { Figure } from './figures.ts';
import { createDurableInserts } from './inserts.ts';
import { measureJourneys } from './journeys/parts.ts';
import { describeMachine, isTemporaryFolderInMemory, readMachine } from './machine.ts';
import type { Machine } from './machine.ts';
import { measureFigure } from './measure-figure.ts';
import type { FigureResult } from './measure-figure.ts';
import { measureRow } from './measure.ts';
import type { Load, Pace, RowResult } from './measure.ts';
import type { Workshop } from './probes.ts';
import { measureRadars } from './radars.ts';
import { measureRegistry } from './registry/parts.ts';
import {
  alignTable,
  buildFigureTable,
  buildRowTable,
  buildSideTable,
  describeRemarks,
  markdownTable,
} from './report.ts';
import type { Table } from './report.ts';
import type { ServerName } from './rows.ts';
import { measureSpreadsheets } from './spreadsheets.ts';
import { createStageBuilder } from './stage.ts';
import type { Stage } from './stage.ts';
import { LEAST_CASES, LEAST_PACE, LEAST_RADARS, readWish } from './wish.ts';
import type { Wish } from './wish.ts';
import { createWrk, ensureWrk } from './wrk.ts';

const PROJECT_DIR = join(import.meta.dirname, '..');
const STOPPED_EXIT_CODE = 130;

const say = (line: string): void => console.log(line);

type Results = { readonly rows: readonly RowResult[]; readonly figures: readonly FigureResult[] };

/** Without those that nothing was measured for. */
function buildTables({ rows, figures }: Results): Table[] {
  return [buildRowTable(rows), buildFigureTable(figures), buildSideTable(rows)].filter(
    ({ lines }) => lines.length > 0,
  );
}

async function writeResults(machine: Machine, pace: Pace, results: Results): Promise<void> {
  const folder = join(PROJECT_DIR, 'var', 'bench');
  const json = join(PROJECT_DIR, 'bench', 'results.json');
  const table = join(folder, 'table.md');
  const parts = [...buildTables(results).map(markdownTable), describeMachine(machine)];
  await mkdir(folder, { recursive: true });
  await writeFile(json, `${JSON.stringify({ machine, pace, ...results }, null, 2)}\n`);
  await writeFile(table, `${parts.join('\n\n')}\n`);
  say(`\nWritten: ${[json, table].map((path) => relative(PROJECT_DIR, path)).join(', ')}`);
}

function print(machine: Machine, { pace, registry }: Wish, results: Results): void {
  [...buildTables(results).map(alignTable), describeMachine(machine)].forEach((part) => say(`\n${part}`));
  describeRemarks(results.rows).forEach(say);
  if (pace.rounds < LEAST_PACE.rounds || pace.seconds < LEAST_PACE.seconds) {
    say(`Fewer than ${LEAST_PACE.rounds} rounds of ${LEAST_PACE.seconds} s: a trial, not a measurement.`);
  }
  if (registry.parts.length > 0 && (registry.cases < LEAST_CASES || registry.radars < LEAST_RADARS)) {
    say(
      `Fewer than ${LEAST_CASES.toLocaleString('en')} cases or radars: the registry's figures are a trial, not a measurement.`,
    );
  }
}

/** wrk for whatever speaks HTTP; the bare inserts need no server between them and the database. */
async function createLoad(stage: Stage): Promise<Load> {
  const wrk = createWrk(stage.folder);
  const inserts = await createDurableInserts(stage.databaseUrl);
  return (target, seconds) =>
    target.server === 'inserts' ? inserts(seconds) : wrk(stage.requestFor(target), seconds);
}

/** Figures are measured with the API and the worker that creates need too. */
function serversOf({ rows, figures }: Wish): Set<ServerName> {
  const sides = rows.flatMap(({ target, baseline }) => [target, baseline?.target ?? target]);
  return new Set([...sides.map(({ server }) => server), ...figures.map(() => 'probes' as const)]);
}

async function measureFigures(
  workshop: Workshop,
  figures: readonly Figure[],
  { rounds }: Pace,
): Promise<FigureResult[]> {
  if (figures.length === 0) return [];
  const crew = await workshop.startWorker();
  const told: FigureResult[] = [];
  for (const figure of figures) {
    say(figure.title);
    told.push(await measureFigure(crew, figure, { rounds, say }));
  }
  await crew.dismiss();
  return told;
}

async function measureAll(
  { rows, figures, registry, hasSpreadsheets, hasRadars, journeys, pace }: Wish,
  stage: Stage,
): Promise<Results> {
  const { workshop } = stage;
  const bench = { stage, load: await createLoad(stage), pace, say };
  // Before any row leaves a backlog of jobs and events behind.
  const told = workshop === null ? [] : await measureFigures(workshop, figures, pace);
  const measured: RowResult[] = [];
  for (const row of rows) {
    say(`${row.title}${row.baseline === null ? '' : ` against ${row.baseline.title}`}`);
    measured.push(await measureRow(bench, row));
  }
  const place = { projectDir: PROJECT_DIR, folder: stage.folder, databaseUrl: stage.databaseUrl };
  const known = await measureRegistry({ place, wish: registry, say });
  const { rounds } = pace;
  const sheets = hasSpreadsheets ? await measureSpreadsheets(place, { rounds, say }) : [];
  const waited = await measureJourneys(place, journeys, { rounds, say });
  const radars = hasRadars ? await measureRadars(stage, { rounds, say }) : [];
  return { rows: measured, figures: [...told, ...known, ...sheets, ...waited, ...radars] };
}

async function runBench(wish: Wish): Promise<number> {
  const hindrance = wish.rows.length === 0 ? null : await ensureWrk(say);
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
    const stage = await builder.build(serversOf(wish));
    const results = await measureAll(wish, stage);
    const machine = await readMachine(stage.databaseVersion);
    print(machine, wish, results);
    await writeResults(machine, wish.pace, results);
    return [...results.rows, ...results.figures].some(({ verdict }) => verdict === 'MISSED') ? 1 : 0;
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
