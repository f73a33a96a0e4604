// Jobs through the real queue: enqueued in transactions here, claimed, run and settled by the worker process.
import { grantScope } from '../src/platform/db/scope.ts';
import { enqueue } from '../src/platform/jobs/enqueue.ts';
import { BENCH_JOB, nowMs } from './bench-job.ts';
import type { Crew } from './probes.ts';
import { percentile } from './statistics.ts';

const JOBS = 4000;
/** As many as a batch of creates makes at most: one for each organization. */
const JOBS_A_TRANSACTION = 3;
const ENQUEUERS = 8;
const WAKE_UPS = 50;

let rounds = 0;

/** Enqueuing is part of the time: the worker starts with the first job while the last is not there yet. */
export async function measureJobRate({ database, messages }: Crew): Promise<number> {
  rounds += 1;
  const prefix = `rate-${rounds}-`;
  const ended = messages.awaitDone(messages.done() + JOBS);
  let next = 0;
  const startedAt = performance.now();
  const enqueueAll = async (): Promise<void> => {
    while (next < JOBS) {
      const wanted = Array.from({ length: Math.min(JOBS_A_TRANSACTION, JOBS - next) }, (_, index) => ({
        organizationId: index + 1,
        payload: { requestIds: [`${prefix}${next + index}`] },
      }));
      next += wanted.length;
      const scope = grantScope(wanted.map(({ organizationId }) => organizationId));
      await database.transaction(scope, (tx) => enqueue(tx, BENCH_JOB, wanted));
    }
  };
  await Promise.all([ended, ...Array.from({ length: ENQUEUERS }, enqueueAll)]);
  return (JOBS / (performance.now() - startedAt)) * 1000;
}

/** An idle worker, one job at a time. The time runs from before the commit is sent, so it holds the flush to disk. */
export async function measureWakeUp({ database, messages }: Crew): Promise<number> {
  rounds += 1;
  const waits: number[] = [];
  for (let index = 0; index < WAKE_UPS; index += 1) {
    const id = `wake-${rounds}-${index}`;
    const sentAt = await database.transaction(grantScope([1]), async (tx) => {
      await enqueue(tx, BENCH_JOB, [{ organizationId: 1, payload: { requestIds: [id] } }]);
      return nowMs();
    });
    waits.push((await messages.awaitStart(id)) - sentAt);
  }
  return percentile(waits, 50);
}
