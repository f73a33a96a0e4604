// The circuit breaker of one source: cockatiel's, with a rule of our own for when it opens. Cockatiel's sampling breaker
// keeps old failures until new calls push them out, so one document that fails every half minute would open it.
import { randomInt } from 'node:crypto';
import { circuitBreaker, CircuitState, handleWhen } from 'cockatiel';
import type { CircuitBreakerPolicy, IBreaker } from 'cockatiel';
import { isOutage } from './call-failure.ts';

export type BreakerSettings = {
  /** It opens when so many calls have failed within the window, and they are more than half of all. */
  readonly failures: number;
  readonly windowMs: number;
  /** After so long one call may find out whether the source is back. */
  readonly probeAfterMs: number;
};

export type BreakerState = 'closed' | 'open' | 'half-open';

export type Breaker = {
  policy: CircuitBreakerPolicy;
  state(): BreakerState;
  /** How long to leave the source alone, or null when it may be called. */
  waitMs(): number | null;
};

function openingRule({ failures: mostFailures, windowMs }: BreakerSettings): IBreaker {
  const ends: { atMs: number; failed: boolean }[] = [];
  let failed = 0;
  const note = (isFailure: boolean): void => {
    const nowMs = performance.now();
    ends.push({ atMs: nowMs, failed: isFailure });
    failed += isFailure ? 1 : 0;
    for (let [oldest] = ends; oldest !== undefined && oldest.atMs < nowMs - windowMs; [oldest] = ends) {
      failed -= oldest.failed ? 1 : 0;
      ends.shift();
    }
  };
  return {
    state: null,
    success: (state) => {
      if (state === CircuitState.HalfOpen) {
        ends.length = 0;
        failed = 0;
      }
      note(false);
    },
    failure: (state) => {
      note(true);
      return state !== CircuitState.Closed || (failed >= mostFailures && failed * 2 > ends.length);
    },
  };
}

export function createBreaker(settings: BreakerSettings, onChange: (state: BreakerState) => void): Breaker {
  const { probeAfterMs } = settings;
  let probeAtMs = 0;
  const policy = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: probeAfterMs,
    breaker: openingRule(settings),
  });
  const state = (): BreakerState =>
    policy.state === CircuitState.Closed
      ? 'closed'
      : policy.state === CircuitState.HalfOpen
        ? 'half-open'
        : 'open';
  policy.onBreak(() => {
    probeAtMs = performance.now() + probeAfterMs;
  });
  policy.onStateChange(() => onChange(state()));
  return {
    policy,
    state,
    waitMs: () => {
      const leftMs = Math.ceil(probeAtMs - performance.now());
      if (state() === 'closed' || (state() === 'open' && leftMs <= 0)) {
        return null;
      }
      // Cockatiel would let others wait for the probe's end, and each of them would hold a worker's slot.
      // Spread out, or all that were turned away would come back in the same instant.
      return Math.max(leftMs, 0) + randomInt(1, Math.ceil(probeAfterMs / 4) + 2);
    },
  };
}
