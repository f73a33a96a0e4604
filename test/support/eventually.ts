// For what is promised within a time rather than at once.
import { setTimeout as sleep } from 'node:timers/promises';

const SOON_MS = 10;
const LATER_MS = 100;
/** Of what was waited for already; looking costs the machine, and who waits for a lease need not look all the time. */
const SHARE = 0.05;

/** How long it took until `holds` did; throws after `withinMs`. */
export async function eventually(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await holds()) {
      return performance.now() - startedAt;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) {
      throw new Error(`did not come true within ${withinMs} ms`);
    }
    await sleep(Math.min(LATER_MS, Math.max(SOON_MS, waitedMs * SHARE)));
  }
}
