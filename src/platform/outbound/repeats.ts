// When a call is put again within its deadline: only where a second one cannot do or cost anything that the first one
// already did.
import { randomInt } from 'node:crypto';
import { DelegateBackoff, handleWhen, retry } from 'cockatiel';
import type { RetryPolicy } from 'cockatiel';
import { CallFailure } from './call-failure.ts';

export type RepeatRule = {
  /** A second one does no harm: a GET, or what the source itself declares idempotent. */
  isRepeatable: boolean;
  /** Monotonic. */
  deadlineAtMs: number;
  firstDelayMs: number;
  maxRepeats: number;
};

const WORTH_REPEATING: ReadonlySet<string> = new Set(['SOURCE_DOWN', 'RATE_LIMITED']);

function isWorthIt(failure: CallFailure, rule: RepeatRule): boolean {
  const isTransient = WORTH_REPEATING.has(failure.faultCode) || failure.vendorCode === 'TRUNCATED';
  // What never left, and what was turned away at the door with 429, cannot have been charged.
  const isHarmless = rule.isRepeatable || failure.sent === 'NO' || failure.status === 429;
  const startsAtMs = performance.now() + (failure.retryAfterMs ?? 0);
  return isTransient && isHarmless && startsAtMs < rule.deadlineAtMs;
}

export function repeatsFor(rule: RepeatRule): RetryPolicy {
  return retry(
    handleWhen((error) => error instanceof CallFailure && isWorthIt(error, rule)),
    {
      maxAttempts: rule.maxRepeats,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const failure = 'error' in result ? result.error : null;
        const asked = failure instanceof CallFailure ? failure.retryAfterMs : undefined;
        const spreadMs = rule.firstDelayMs * 2 ** (attempt - 1);
        return (asked ?? 0) + randomInt(1, Math.ceil(spreadMs) + 2);
      }),
    },
  );
}
