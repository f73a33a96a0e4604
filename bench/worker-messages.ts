// What the worker tells of its jobs.
import type { ChildProcess } from 'node:child_process';
import type { JobsDone, JobStart } from './bench-job.ts';

export type WorkerMessages = {
  /** How many jobs it has settled so far. */
  done(): number;
  awaitDone(count: number): Promise<void>;
  /** When the job started, by the machine's clock. */
  awaitStart(requestId: string): Promise<number>;
};

const PATIENCE_MS = 60_000;

export function listenToWorker(worker: ChildProcess): WorkerMessages {
  let done = 0;
  const starts = new Map<string, number>();
  const waiting = new Set<() => void>();
  worker.on('message', (message: Partial<JobsDone & JobStart>) => {
    done = message.done ?? done;
    if (message.started !== undefined) starts.set(message.started, message.atMs ?? Number.NaN);
    waiting.forEach((look) => look());
  });

  /** Resolves with the first answer that is not undefined. */
  function awaitAnswer<T>(ask: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.delete(look);
        reject(new Error('The worker did not tell what was waited for'));
      }, PATIENCE_MS);
      function look(): void {
        const answer = ask();
        if (answer === undefined) return;
        clearTimeout(giveUp);
        waiting.delete(look);
        resolve(answer);
      }
      waiting.add(look);
      look();
    });
  }

  return {
    done: () => done,
    awaitDone: async (count) => {
      await awaitAnswer(() => (done >= count ? true : undefined));
    },
    awaitStart: (requestId) => awaitAnswer(() => starts.get(requestId)),
  };
}
