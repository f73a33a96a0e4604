// Measures one row: after some rounds that do not count, rounds in which the row and its baseline take turns, the first one
// changing from round to round so that neither always meets the warmer machine.
import { readCpuSeconds, readMemoryMb } from './processes.ts';
import type { Row, ServerName, Target } from './rows.ts';
import type { Stage } from './stage.ts';
import { readStatements } from './statements.ts';
import { median, spread } from './statistics.ts';
import { judge } from './verdict.ts';
import type { Verdict } from './verdict.ts';
import type { WrkResult } from './wrk-output.ts';

export type Pace = {
  readonly rounds: number;
  readonly seconds: number;
  /** Rounds before those that count. */
  readonly warmUps: number;
};

export type Side = {
  readonly title: string;
  readonly server: ServerName;
  /** One figure a round. */
  readonly requestsPerSecond: readonly number[];
  readonly medianPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server's process alone: steadier than requests a second on a machine that does other things too. */
  readonly cpuMicrosPerRequest: number;
  readonly statementsPerRequest: number | null;
  readonly memoryMb: number | null;
};

export type RowResult = {
  readonly id: string;
  readonly title: string;
  readonly limit: number | null;
  readonly verdict: Verdict;
  /** Why the row was not run or is invalid. */
  readonly remarks: readonly string[];
  readonly subject: Side | null;
  readonly baseline: Side | null;
  readonly ratios: readonly number[];
  readonly ratio: number | null;
  readonly spread: number | null;
};

export type Bench = {
  readonly stage: Stage;
  readonly load: Load;
  readonly pace: Pace;
  readonly say: (line: string) => void;
};

/** Loads a target for so long and tells what came of it. */
export type Load = (target: Target, seconds: number) => Promise<WrkResult>;

type Run = WrkResult & { readonly cpuSeconds: number; readonly statements: number | null };
type Named = { readonly title: string; readonly target: Target };

export async function measureRow(bench: Bench, row: Row): Promise<RowResult> {
  const sides: Named[] = row.baseline === null ? [row] : [row, row.baseline];
  const missing = sides
    .map(({ target }) => bench.stage.servers[target.server])
    .find((server) => typeof server === 'string');
  if (missing !== undefined) return summarize(row, [], [missing]);
  for (const { target } of sides) await requireAnswer(bench.stage, target);
  for (let round = 0; round < bench.pace.warmUps; round += 1) {
    for (const { target } of sides) await runOnce(bench, target, bench.pace.seconds);
  }
  const runs: Run[][] = sides.map(() => []);
  for (let round = 0; round < bench.pace.rounds; round += 1) {
    const order = sides.keys().toArray();
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      const side = sides[index];
      if (side !== undefined) runs[index]?.push(await runOnce(bench, side.target, bench.pace.seconds));
    }
    bench.say(
      `  ${row.id} round ${round + 1}/${bench.pace.rounds}: ${describeRound(runs.map((list) => list[round]))}`,
    );
  }
  const measured = await Promise.all(
    sides.map((side, index) => describeSide(bench.stage, side, runs[index] ?? [])),
  );
  const faults = sides.flatMap(({ title }, index) =>
    (runs[index] ?? []).flatMap((run) => run.faults.map((fault) => `${title}: ${fault}`)),
  );
  return summarize(row, measured, faults);
}

/** One request by hand: wrk counts a redirect as success, and a wrong path would be measured in silence. */
async function requireAnswer(stage: Stage, target: Target): Promise<void> {
  if (target.server === 'inserts') return;
  const { url, headers, body } = stage.requestFor(target);
  const answer = await fetch(url, {
    method: body === null ? 'GET' : 'POST',
    headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${target.server} answers ${target.path} with ${answer.status}: ${text.slice(0, 300)}`);
}

async function runOnce({ stage, load }: Bench, target: Target, seconds: number): Promise<Run> {
  const server = stage.servers[target.server];
  if (typeof server === 'string') throw new Error(server);
  const statementsBefore = await readStatements(server.metricsUrl);
  const cpuBefore = await readCpuSeconds(server.pid);
  const result = await load(target, seconds);
  const cpuSeconds = (await readCpuSeconds(server.pid)) - cpuBefore;
  const statementsAfter = await readStatements(server.metricsUrl);
  const statements =
    statementsBefore === null || statementsAfter === null ? null : statementsAfter - statementsBefore;
  return { ...result, cpuSeconds, statements };
}

function describeRound(runs: readonly (Run | undefined)[]): string {
  const [subject, baseline] = runs.map((run) => run?.requestsPerSecond ?? 0);
  if (subject === undefined || baseline === undefined) return `${Math.round(subject ?? 0)}/s`;
  return `${Math.round(subject)}/s against ${Math.round(baseline)}/s, ratio ${(subject / baseline).toFixed(3)}`;
}

async function describeSide(stage: Stage, { title, target }: Named, runs: readonly Run[]): Promise<Side> {
  const requestsPerSecond = runs.map((run) => run.requestsPerSecond);
  const requests = sum(runs.map((run) => run.requests));
  const statements = runs.flatMap((run) => run.statements ?? []);
  const server = stage.servers[target.server];
  return {
    title,
    server: target.server,
    requestsPerSecond,
    medianPerSecond: median(requestsPerSecond),
    p50Ms: median(runs.map((run) => run.p50Ms)),
    p99Ms: median(runs.map((run) => run.p99Ms)),
    cpuMicrosPerRequest: (sum(runs.map((run) => run.cpuSeconds)) / requests) * 1_000_000,
    statementsPerRequest: statements.length === 0 ? null : sum(statements) / requests,
    memoryMb: typeof server === 'string' ? null : await readMemoryMb(server.pid),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function summarize(row: Row, sides: readonly Side[], remarks: readonly string[]): RowResult {
  const [subject = null, baseline = null] = sides;
  const figures = subject?.requestsPerSecond ?? [];
  const ratios =
    baseline === null
      ? []
      : figures.map((figure, round) => figure / (baseline.requestsPerSecond[round] ?? 0));
  const judged = row.baseline === null ? figures : ratios;
  return {
    id: row.id,
    title: row.title,
    limit: row.limit,
    verdict: judge({ figures: judged, limit: row.limit, faults: subject === null ? [] : remarks }),
    remarks,
    subject,
    baseline,
    ratios,
    ratio: ratios.length === 0 ? null : median(ratios),
    spread: judged.length === 0 ? null : spread(judged),
  };
}
