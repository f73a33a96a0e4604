// What the outcome of a question means for the refresh that put it.
import { FarolError } from '../../errors.ts';
import type { Fault, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import type { RefreshResult } from './jobs.ts';

export type Verdict =
  | { readonly kind: 'final'; readonly result: RefreshResult }
  | { readonly kind: 'wait'; readonly seconds: number; readonly ticket: Ticket | null };

/** So long a refresh waits for a source that is down; then it has failed, and its turn comes in the next run. */
const PATIENCE_SECONDS = 3600;

function judgeFault({ code, retry, waitMs }: Fault, ageSeconds: number): Verdict {
  if (retry === 'NEVER') {
    return { kind: 'final', result: 'failed' };
  }
  if (waitMs === undefined) {
    // An answer that cannot be used costs an attempt of the job.
    throw new FarolError('SOURCE_UNAVAILABLE', { message: `The source gave no usable answer: ${code}` });
  }
  const isTooLong = ageSeconds + waitMs / 1000 > PATIENCE_SECONDS;
  return isTooLong
    ? { kind: 'final', result: 'failed' }
    : { kind: 'wait', seconds: Math.max(1, Math.ceil(waitMs / 1000)), ticket: null };
}

/** Of several sources: news of any are news, and one that answered makes up for those that did not. */
export function joinResults(results: readonly RefreshResult[]): RefreshResult {
  return (['changed', 'unchanged'] as const).find((result) => results.includes(result)) ?? 'failed';
}

/** Throws on what is worth another attempt. How long a search may go on is its connector's to say. */
export function judgeRefresh(outcome: Outcome<{ readonly news: number }>, ageSeconds: number): Verdict {
  if (outcome.kind === 'failed') {
    return judgeFault(outcome.fault, ageSeconds);
  }
  if (outcome.kind === 'pending') {
    const seconds = Math.max(1, Math.ceil(outcome.checkAfterMs / 1000));
    return { kind: 'wait', seconds, ticket: outcome.ticket };
  }
  const hasNews = outcome.kind === 'ready' && outcome.value.news > 0;
  return { kind: 'final', result: hasNews ? 'changed' : 'unchanged' };
}
