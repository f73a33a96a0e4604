// Workers are killed and stopped while they work: at any moment, at the named points of a job, and as a service manager
// does it.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { withKeptClient } from '../support/kept-connections.ts';
import { judgeRestarts } from './restarts.ts';
import { underLoad } from './scenario.ts';
import type { Act, Scenario, Seen } from './scenario.ts';
import { drainJobs, findRuns, readRuns } from './stored-jobs.ts';
import type { StoredRun } from './stored-jobs.ts';
import { LOADED_ORGANIZATIONS } from './tenants.ts';
import type { World } from './world.ts';

const FORMS = {
  short: { creates: 300, perSecond: 25, shortestMs: 300, longestMs: 900 },
  long: { creates: 10_000, perSecond: 50, shortestMs: 1000, longestMs: 3000 },
} as const;
const STOPS_PER_KILL = 0.4;
const POINTS = ['claimed', 'asked', 'written'] as const;
/** Longer than a stop waits, so that the job is handed back. */
const SLOW = 'slow=2000';
/** For a start behind a backlog, which a busy machine lets grow after a kill. */
const PATIENCE_MS = 60_000;

/** Sends one request with the order, and resolves to the run that took it. */
async function sendOrder(
  { world, clients, random }: Act,
  order: typeof SLOW | `kill@${(typeof POINTS)[number]}`,
): Promise<StoredRun> {
  const { id } = await clients.create(random.pick(LOADED_ORGANIZATIONS), order);
  let run: StoredRun | undefined;
  await eventually(async () => {
    [run] = await findRuns(world.databaseUrl, id ?? '');
    return run !== undefined;
  }, PATIENCE_MS);
  if (run === undefined) throw new Error('unreachable');
  return run;
}

async function killAtRandom({ world: { workers }, random }: Act): Promise<void> {
  await eventually(() => workers.pids().length > 0, PATIENCE_MS);
  await workers.kill(random.pick(workers.pids()));
}

async function killAtPoint(act: Act): Promise<void> {
  const { worker } = await sendOrder(act, `kill@${act.random.pick(POINTS)}`);
  await eventually(() => act.world.workers.ends.some(({ pid }) => pid === worker), PATIENCE_MS);
}

async function stopHolder(act: Act): Promise<void> {
  const { worker } = await sendOrder(act, SLOW);
  await act.world.workers.stop(worker);
}

const FAILED = /"jobId":"([^"]+)".*(?:an attempt failed|could not be written)/;

async function listFailed({ workerLog }: World): Promise<Set<string>> {
  const lines = (await readFile(workerLog, 'utf8')).split('\n');
  return new Set(lines.flatMap((line) => FAILED.exec(line)?.[1] ?? []));
}

async function killWorkers(act: Act): Promise<Seen> {
  const { world, random, times, form } = act;
  const { creates, perSecond, shortestMs, longestMs } = FORMS[form];
  const work = async (): Promise<void> => {
    for (let kill = 0; kill < times; kill += 1) {
      await sleep(random.between(shortestMs, longestMs));
      await (kill % 2 === 0 ? killAtRandom(act) : killAtPoint(act));
      if (Math.round((kill + 1) * STOPS_PER_KILL) > Math.round(kill * STOPS_PER_KILL)) {
        await sleep(random.between(shortestMs, longestMs));
        await stopHolder(act);
      }
    }
  };
  await underLoad(act, work, { perSecond, atLeast: creates });
  await drainJobs(world.databaseUrl);
  const runs = await withKeptClient(world.databaseUrl, (client) => readRuns(client));
  return judgeRestarts({ runs, failed: await listFailed(world) }, world.workers);
}

export const WORKER_KILLS: Scenario = {
  name: 'worker-kills',
  times: { short: 4, long: 50 },
  organizations: LOADED_ORGANIZATIONS,
  workers: () => ({ count: 2 }),
  run: killWorkers,
};
