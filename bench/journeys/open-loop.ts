// Callers that come at their own pace: the next one does not wait for the answer to the last, and whoever is sent late is
// counted from when they were due.
import { setTimeout as sleep } from 'node:timers/promises';

export type Arrivals = { readonly perSecond: number; readonly seconds: number };

/** Resolves when all are through, with what each came to, in the order of their arrival. */
export async function openLoop<T>(
  { perSecond, seconds }: Arrivals,
  call: (index: number, dueAtMs: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now();
  const calls: Promise<T>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAtMs = startedAt + (index * 1000) / perSecond;
    const early = dueAtMs - performance.now();
    if (early > 0) await sleep(early);
    const called = call(index, dueAtMs);
    // Told at the end, together with the others.
    called.catch(() => undefined);
    calls.push(called);
  }
  return Promise.all(calls);
}
