const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 10_000;
const HEALTHY_AFTER_MS = 30_000;

export type Backoff = {
  /** Milliseconds to wait before the next start, given how long the last run was healthy. */
  nextDelayMs(healthyForMs: number): number;
};

/** Doubles from 0.2 s to 10 s, and starts over once a run has been healthy for 30 s. */
export function createBackoff(): Backoff {
  let delayMs = FIRST_DELAY_MS;
  return {
    nextDelayMs(healthyForMs) {
      if (healthyForMs >= HEALTHY_AFTER_MS) delayMs = FIRST_DELAY_MS;
      const current = delayMs;
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
      return current;
    },
  };
}
