// For what is promised within a time rather than at once.
import { setTimeout as sleep } from 'node:timers/promises';

/** How long it took until `holds` did; throws after `withinMs`. */
export async function eventually(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    if (await holds()) {
      return performance.now() - startedAt;
    }
    if (performance.now() - startedAt > withinMs) {
      throw new Error(`did not come true within ${withinMs} ms`);
    }
    await sleep(10);
  }
}
