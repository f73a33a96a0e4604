// Recurring work of the worker. However many workers run, one does a task at a time: the transaction holds an advisory
// lock, and whoever does not get it lets the turn pass.
import type { Database, Transaction } from './db/database.ts';
import { NO_SCOPE } from './db/scope.ts';
import type { Log } from './log.ts';

export type ScheduledTask = {
  name: string;
  /** Stays the same for ever: two versions of the program must agree on it. */
  lock: number;
  everyMs: number;
  /** Returns how many things it did, for the log. */
  run: (tx: Transaction) => Promise<number>;
};

export type Schedule = { runNow(): Promise<void>; close(): Promise<void> };

export function startSchedule(database: Database, log: Log, tasks: readonly ScheduledTask[]): Schedule {
  const running = new Set<Promise<void>>();

  async function turn({ name, lock, run }: ScheduledTask): Promise<void> {
    try {
      await database.transaction(NO_SCOPE, async (tx) => {
        const [row] = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
          lock,
        ]);
        const done = row?.mine === true ? await run(tx) : 0;
        if (done > 0) {
          log.info({ task: name, done }, 'a scheduled task did its work');
        }
      });
    } catch (error) {
      log.warn({ task: name, err: error }, 'a scheduled task failed and is tried again at its next turn');
    }
  }

  function track(task: ScheduledTask): Promise<void> {
    const work = turn(task).finally(() => running.delete(work));
    running.add(work);
    return work;
  }

  const timers = tasks.map((task) => setInterval(() => void track(task), task.everyMs));
  return {
    runNow: async () => {
      await Promise.all(tasks.map(track));
    },
    close: async () => {
      timers.forEach((timer) => clearInterval(timer));
      await Promise.all(running);
    },
  };
}
