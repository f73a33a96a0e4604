// A worker that a test may stop itself: what stops everything at the end then stops it no second time.
import { createWorker } from '../../src/wiring.ts';
import type { Surroundings, Worker } from '../../src/wiring.ts';

export async function startTestWorker(around: Surroundings): Promise<Worker> {
  const worker = await createWorker(around);
  let closing: Promise<void> | undefined;
  return {
    ...worker,
    close: () => {
      closing ??= worker.close();
      return closing;
    },
  };
}
