// How fast a source is asked: one call every so many milliseconds, without bursts, so that a source that comes back is
// not drowned by what has piled up. One process keeps its own pace.
import { setTimeout as sleep } from 'node:timers/promises';

export type Pacer = {
  /** Waits for its turn; resolves to null, or to how long to stay away when the turn is too far off. */
  turn(signal: AbortSignal): Promise<number | null>;
  /** Nobody gets a turn for so long: the source asked for it. */
  pause(forMs: number): void;
};

export function createPacer(perSecond: number, longestWaitMs: number): Pacer {
  const stepMs = 1000 / perSecond;
  // Monotonic: a clock that is set back must not stop all calls.
  let freeAtMs = 0;
  return {
    turn: async (signal) => {
      const nowMs = performance.now();
      const turnAtMs = Math.max(nowMs, freeAtMs);
      const waitMs = turnAtMs - nowMs;
      if (waitMs > longestWaitMs) {
        return Math.ceil(waitMs);
      }
      freeAtMs = turnAtMs + stepMs;
      // Timers know whole milliseconds only; what is less is waited for by those behind.
      if (waitMs >= 1) {
        await sleep(waitMs, undefined, { signal });
      }
      return null;
    },
    pause: (forMs) => {
      freeAtMs = Math.max(freeAtMs, performance.now() + forMs);
    },
  };
}
