// How well clients were served through the faults, held against what is promised. A run on a busy machine misses a
// promise by a little; only missing it by a wide margin is a fault.
import type { Seen } from './scenario.ts';

/** Creates by the try that brought their final answer; a second try goes to the other process. */
export type Tally = { creates: number; first: number; second: number; refusalsMs: number[] };

const AVAILABILITY = { promised: 99.5, least: 99 };
const REFUSAL_MS = { promised: 1000, most: 2000 };
const READY_MS = { promised: 3000, most: 6000 };

export function createTally(): Tally {
  return { creates: 0, first: 0, second: 0, refusalsMs: [] };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function showShare(count: number, { creates }: Tally): string {
  return `${((100 * count) / Math.max(1, creates)).toFixed(2)} %`;
}

export function judgeAvailability(tally: Tally): Seen {
  const { creates, first, second } = tally;
  const figure = `availability ${showShare(first + second, tally)} (promised ${AVAILABILITY.promised} %), ${showShare(first, tally)} at the first try`;
  const isFault = 100 * (first + second) < AVAILABILITY.least * creates;
  return { figures: [figure], faults: isFault ? [{ invariant: 'SL', detail: figure }] : [] };
}

/** What callers were told while the database was gone, and how soon after its return each process was ready. */
export function judgeOutage(tally: Tally, readyMs: readonly number[]): Seen {
  const { refusalsMs, first, second } = tally;
  const p99 = percentile(refusalsMs, 0.99);
  const refused = `${refusalsMs.length} refusals, p99 ${p99.toFixed(0)} ms, longest ${Math.max(0, ...refusalsMs).toFixed(0)} ms (promised ${REFUSAL_MS.promised} ms)`;
  const slowest = Math.max(0, ...readyMs);
  const ready = `ready again p50 ${percentile(readyMs, 0.5).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms after the database (promised ${READY_MS.promised} ms)`;
  const missed = [p99 > REFUSAL_MS.most ? refused : null, slowest > READY_MS.most ? ready : null];
  return {
    // There is no second database, so through its outage nobody can be served: the share is only told.
    figures: [refused, ready, `${showShare(first + second, tally)} of the creates were not touched by it`],
    faults: missed.flatMap((detail) => (detail === null ? [] : [{ invariant: 'SL' as const, detail }])),
  };
}
