// How soon a job that lost its worker was started again, from what the runs and the ends of the workers tell.
import { percentile } from './availability.ts';
import type { Seen } from './scenario.ts';
import type { StoredRun } from './stored-jobs.ts';
import type { WorkerEnd, Workers } from './workers.ts';

/** A lease is ten seconds, and looking for those that ran out takes a few more; the rest is for a busy machine. */
const RESCUE_MS = { promised: 15_000, most: 20_000 };
/** Handed back, a job waits for nobody. A busy machine delays it; beyond this it can only have waited for a lease. */
const HANDED_BACK_MS = { promised: 1000, most: 5000 };

type Restart = { how: WorkerEnd['how'] | 'failed' | 'for nothing'; ms: number };
export type Runs = {
  runs: readonly StoredRun[];
  /** The jobs of which a worker said that an attempt failed by an error, which a machine at its limits brings. */
  failed: ReadonlySet<string>;
};

/**
 * A job that is handed back keeps its number. A higher one tells of a worker that claimed the job meanwhile and was killed
 * before it could write its run down; of the kills that may have been it the first is taken, which flatters nobody. A job
 * that was lost several times in a row waited for as many leases, so its time is shared among them.
 */
function explain([before, run]: [StoredRun, StoredRun], { ends, settings }: Workers): Restart | null {
  const end = ends.find(({ pid }) => pid === before.worker);
  // A worker that ended only afterwards explains nothing.
  if (end === undefined || run.atMs < end.signalledAtMs) return null;
  const isStopped = end.how === 'stopped';
  const lostAtMs = end.signalledAtMs + (isStopped ? settings.graceMs : 0);
  const losses = run.number - before.number;
  if (isStopped && losses === 0) return { how: 'stopped', ms: run.atMs - lostAtMs };
  if (!isStopped) return { how: end.how, ms: (run.atMs - lostAtMs) / Math.max(1, losses) };
  const kills = ends.filter(({ how, signalledAtMs: at }) => how !== 'stopped' && at >= end.signalledAtMs);
  const first = Math.min(...kills.map(({ signalledAtMs }) => signalledAtMs));
  return first < run.atMs ? { how: 'killed', ms: (run.atMs - first) / losses } : null;
}

/** An error explains a restart, but it never excuses a slow one. */
function listRestarts({ runs, failed }: Runs, workers: Workers): Restart[] {
  const last = new Map<string, StoredRun>();
  return runs.flatMap((run): Restart[] => {
    const before = last.get(run.jobId);
    last.set(run.jobId, run);
    if (before === undefined) return [];
    const how = failed.has(run.jobId) ? 'failed' : 'for nothing';
    return [explain([before, run], workers) ?? { how, ms: run.atMs - before.atMs }];
  });
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function judgeRestarts(all: Runs, workers: Workers): Seen {
  const { runs } = all;
  const restarts = listRestarts(all, workers);
  const msOf = (...kinds: Restart['how'][]): number[] =>
    restarts.filter(({ how }) => kinds.includes(how)).map(({ ms }) => ms);
  const [rescued, handedBack] = [msOf('killed', 'died'), msOf('stopped')];
  const forNothing = msOf('for nothing').length;
  const jobs = new Set(runs.map(({ jobId }) => jobId)).size;
  const count = (...kinds: WorkerEnd['how'][]): number =>
    workers.ends.filter(({ how }) => kinds.includes(how)).length;
  const [slowest, slowestBack] = [Math.max(0, ...rescued), Math.max(0, ...handedBack)];
  const figures = [
    `${jobs} jobs, ${runs.length} attempts, ${count('killed', 'died')} kills, ${count('stopped')} stops, ${msOf('failed').length} attempts after an error`,
    `${rescued.length} jobs of killed workers started again: p50 ${seconds(percentile(rescued, 0.5))}, at most ${seconds(slowest)} (promised ${seconds(RESCUE_MS.promised)})`,
    `${handedBack.length} jobs of stopped workers started again: p50 ${percentile(handedBack, 0.5).toFixed(0)} ms after they were handed back, at most ${slowestBack.toFixed(0)} ms (promised ${HANDED_BACK_MS.promised} ms)`,
  ];
  const details = [
    slowest > RESCUE_MS.most ? `a killed worker's job started again after ${seconds(slowest)}` : null,
    slowestBack > HANDED_BACK_MS.most ? `a job that was handed back waited ${seconds(slowestBack)}` : null,
    forNothing > 0 ? `${forNothing} attempts were made although no worker had ended` : null,
  ];
  return {
    figures,
    faults: details.flatMap((detail) => (detail === null ? [] : [{ invariant: 'SL' as const, detail }])),
  };
}
