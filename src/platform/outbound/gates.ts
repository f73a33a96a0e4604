// What stands between a question and its source: the breaker, the bulkhead and the pace. Whoever is not let through is
// told when to come back, and the source does not hear of it.
import { BrokenCircuitError, bulkhead, BulkheadRejectedError } from 'cockatiel';
import { createBreaker } from './breaker.ts';
import type { BreakerSettings, BreakerState } from './breaker.ts';
import { CallFailure, isOutage } from './call-failure.ts';
import { createPacer } from './pacer.ts';

export type GateSettings = {
  readonly concurrency: number;
  readonly queue: number;
  readonly perSecond: number;
  /** How long a call may wait for its turn before it is sent away. */
  readonly longestWaitMs: number;
  readonly breaker: BreakerSettings;
};

export type GateState = {
  readonly breaker: BreakerState;
  readonly inFlight: number;
  readonly queued: number;
};

export type Gates = {
  /** Runs the work once it is let through; its failures are what the breaker judges by. */
  pass<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  takeTurn(signal: AbortSignal): Promise<void>;
  /** Nobody gets a turn for so long: the source asked for it. */
  pause(forMs: number): void;
  state(): GateState;
};

const FULL_WAIT_MS = 1000;

function sentAway(
  why: 'BREAKER_OPEN' | 'OWN_BULKHEAD' | 'OWN_PACE',
  text: string,
  waitMs: number,
): CallFailure {
  const code = why === 'BREAKER_OPEN' ? 'SOURCE_DOWN' : 'RATE_LIMITED';
  return new CallFailure(code, text, { sent: 'NO', vendorCode: why, retryAfterMs: waitMs });
}

const leftAlone = (waitMs: number): CallFailure =>
  sentAway('BREAKER_OPEN', 'The source is down and left alone', waitMs);

export function createGates(settings: GateSettings, onBreaker: (state: BreakerState) => void): Gates {
  const { concurrency, queue, perSecond, longestWaitMs } = settings;
  const breaker = createBreaker(settings.breaker, onBreaker);
  const compartment = bulkhead(concurrency, queue);
  const pacer = createPacer(perSecond, longestWaitMs);

  const refuseWhenOpen = (): void => {
    const waitMs = breaker.waitMs();
    if (waitMs !== null) {
      throw leftAlone(waitMs);
    }
  };
  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    const waitMs = await pacer.turn(signal);
    if (waitMs !== null) {
      throw sentAway('OWN_PACE', 'The source is asked as fast as it may be', waitMs);
    }
  };
  /** A question that only found out that the source is still down has not been tried: it comes back like those behind it. */
  const execute = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const isProbe = breaker.state() !== 'closed';
    try {
      return await breaker.policy.execute(work, signal);
    } catch (error) {
      throw isProbe && isOutage(error) ? error.waiting(breaker.waitMs() ?? FULL_WAIT_MS) : error;
    }
  };
  return {
    pass: async (work, signal) => {
      refuseWhenOpen();
      try {
        return await compartment.execute(async () => {
          await takeTurn(signal);
          // Once more: it may have opened while this one waited.
          refuseWhenOpen();
          return execute(work, signal);
        }, signal);
      } catch (error) {
        if (error instanceof BulkheadRejectedError) {
          throw sentAway('OWN_BULKHEAD', 'Too many questions wait for the source', FULL_WAIT_MS);
        }
        throw error instanceof BrokenCircuitError ? leftAlone(breaker.waitMs() ?? FULL_WAIT_MS) : error;
      }
    },
    takeTurn,
    pause: pacer.pause,
    state: () => ({
      breaker: breaker.state(),
      inFlight: concurrency - compartment.executionSlots,
      queued: queue - compartment.queueSlots,
    }),
  };
}
