// What a worker under test does at named points of a look-up: it dies, is stopped, or takes its time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CnhLookup } from '../../../src/features/driver-licences/index.ts';
import type { Transaction } from '../../../src/platform/db/database.ts';
import type { Attempt } from '../../../src/platform/jobs/attempt.ts';

export const KILL_POINTS = ['claimed', 'asked', 'written'] as const;
export type LicenceOrder = `kill@${(typeof KILL_POINTS)[number]}` | 'stop@asked' | 'hold@asked';

/** So long the successor of a stopped worker has not settled yet when the stopped one goes on. */
const HOLD_MS = 3000;

/** Null until the worker has told that it is there: what ends before was never started. */
export type CurrentOrder = () => LicenceOrder | null;

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

export function obeyInLookup(lookup: CnhLookup, currentOrder: CurrentOrder): CnhLookup {
  let isStopped = false;
  return {
    ...lookup,
    start: async (question) => {
      const order = currentOrder();
      if (order === 'kill@claimed') die();
      const outcome = await lookup.start(question);
      if (order === 'kill@asked') die();
      if (order === 'hold@asked') await sleep(HOLD_MS);
      if (order === 'stop@asked' && !isStopped) {
        isStopped = true;
        process.kill(process.pid, 'SIGSTOP');
      }
      return outcome;
    },
  };
}

/** Dies in the transaction that holds the first result. */
export function obeyInAttempt(attempt: Attempt<unknown>, currentOrder: CurrentOrder): Attempt<unknown> {
  if (currentOrder() !== 'kill@written') return attempt;
  let isClaimed = false;
  const dieAfter =
    (write: (tx: Transaction) => Promise<number>) =>
    async (tx: Transaction): Promise<number> => {
      const changed = await write(tx);
      if (isClaimed) die();
      isClaimed = true;
      return changed;
    };
  return {
    ...attempt,
    settle: (write) => attempt.settle(dieAfter(write)),
    progress: (write) => attempt.progress(dieAfter(write)),
  };
}
