// The part of the worker that does jobs: a started pg-boss for claiming and watching over leases, notifications that
// wake it, and a lane for each kind of job.
import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { startListener } from '../db/listener.ts';
import type { Log } from '../log.ts';
import { createBoss, toSource } from './boss.ts';
import { createFigures } from './figures.ts';
import type { Figures } from './figures.ts';
import { createLane } from './lane.ts';
import type { Lane } from './lane.ts';
import { createPuller } from './puller.ts';
import { JOB_CHANNEL, openQueues } from './queues.ts';
import { checkRegistry } from './registry.ts';
import type { HandledJob, JobRegistry } from './registry.ts';
import { createSettlements } from './settlements.ts';
import { createSolitude } from './solitude.ts';
import { tellUntold } from './untold.ts';
import { startWatchdog } from './watchdog.ts';

export type JobWorker = { running(): number; close(): Promise<void> };

export type JobWorkerOptions = {
  registry: JobRegistry;
  databaseUrl: string;
  /** As the application: what handlers write is held to the organization of their job. */
  database: Database;
  log: Log;
  /** How long a stop waits for running jobs before it hands them back. */
  graceMs?: number;
};

/** Finds what no notification tells of: jobs whose time has come, jobs taken from a dead worker, letters to be told. */
const POLL_MS = 500;
const RENEW_MS = 2500;
const FIGURES_MS = 5000;
const DEFAULT_GRACE_MS = 15_000;

type Handlers = ReadonlyMap<string, HandledJob>;
type Surroundings = JobWorkerOptions & { boss: PgBoss; handlers: Handlers; figures: Figures };

function openLanes({ database, log, boss, handlers, figures }: Surroundings): Map<string, Lane> {
  const solitude = createSolitude();
  const source = toSource(boss);
  return new Map(
    Array.from(handlers, ([name, handled]) => [
      name,
      createLane({
        source,
        settlements: createSettlements(database, name),
        database,
        log,
        handled,
        solitude,
        count: (outcome) => figures.count(name, outcome),
      }),
    ]),
  );
}

async function startLanes(around: Surroundings): Promise<JobWorker> {
  const { log, boss, handlers, figures, graceMs = DEFAULT_GRACE_MS } = around;
  const lanes = openLanes(around);
  const letters = createPuller(
    () =>
      tellUntold({
        query: (sql, values) => boss.getDb().executeSql(sql, values),
        database: around.database,
        handlers,
        log,
        onTold: (job) => figures.count(job, 'dead'),
      }),
    (error) => log.warn({ err: error }, 'dead letters could not be looked for'),
  );
  const wakeAll = (): void => {
    lanes.forEach((lane) => lane.wake());
    letters.pull();
  };
  const listener = await startListener({
    url: around.databaseUrl,
    processName: 'worker jobs',
    log,
    channel: JOB_CHANNEL,
    onNotice: (name) => lanes.get(name)?.wake(),
    onGap: wakeAll,
  });
  const watchdog = startWatchdog();
  const poll = setInterval(wakeAll, POLL_MS);
  const renew = setInterval(() => lanes.forEach((lane) => void lane.renewLeases()), RENEW_MS);
  const writeFigures = setInterval(() => void figures.write(), FIGURES_MS);
  return {
    running: () =>
      Array.from(lanes.values(), (lane) => lane.running()).reduce((sum, count) => sum + count, 0),
    close: async () => {
      clearInterval(poll);
      clearInterval(writeFigures);
      await Promise.all([letters.stop(), ...Array.from(lanes.values(), (lane) => lane.stop(graceMs))]);
      clearInterval(renew);
      await figures.write();
      await watchdog.close();
      await listener.close();
      await boss.stop({ graceful: false });
    },
  };
}

export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const { registry, database, log } = options;
  const handlers = checkRegistry(registry);
  if (handlers.size === 0) {
    return { running: () => 0, close: () => Promise.resolve() };
  }
  await openQueues(database, registry.jobs);
  const boss = createBoss(options.databaseUrl);
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reports a fault'));
  await boss.start();
  const figures = createFigures({
    query: (sql, values) => boss.getDb().executeSql(sql, values),
    jobs: [...handlers.keys()],
    log,
  });
  const worker = await startLanes({ ...options, boss, handlers, figures });
  let closing: Promise<void> | undefined;
  return {
    running: worker.running,
    // Whoever is told twice to stop waits for the same stop.
    close: () => {
      closing ??= worker.close();
      return closing;
    },
  };
}
