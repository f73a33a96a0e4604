// What becomes of a request after its source was asked.
import type { FaultCode, Meta, Outcome } from '../../platform/outbound/outcome.ts';
import type { Cnh } from './ports.ts';

export type Verdict =
  | { readonly kind: 'final'; readonly status: 'DONE'; readonly licence: Cnh; readonly meta: Meta }
  | { readonly kind: 'final'; readonly status: 'NOT_FOUND'; readonly meta: Meta }
  | { readonly kind: 'final'; readonly status: 'ERROR'; readonly fault: FaultCode | 'NO_SOURCE' }
  /** Costs no attempt. */
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly fault: FaultCode | 'RECORD_UNREADABLE' };

const MINUTE_SECONDS = 60;
/** So old a request may become while its source is down or turns us away. */
const SOURCE_PATIENCE_SECONDS = 15 * MINUTE_SECONDS;
/** A long queue of ours is no failure of the source's. */
const QUEUE_PATIENCE_SECONDS = 6 * 60 * MINUTE_SECONDS;
const UNASKED_PAUSE_SECONDS = 30;
const OWN_QUEUE: ReadonlySet<string> = new Set(['OWN_PACE', 'OWN_BULKHEAD']);

type Settled = Exclude<Outcome<Cnh>, { kind: 'pending' }>;

/** `ageSeconds`: since the request was made. */
export function judge(outcome: Settled, ageSeconds: number): Verdict {
  if (outcome.kind === 'ready') {
    return { kind: 'final', status: 'DONE', licence: outcome.value, meta: outcome.meta };
  }
  if (outcome.kind === 'empty') {
    return { kind: 'final', status: 'NOT_FOUND', meta: outcome.meta };
  }
  const { code, waitMs, retry, vendorCode = '' } = outcome.fault;
  if (retry === 'NEVER') {
    return { kind: 'final', status: 'ERROR', fault: code };
  }
  if (waitMs === undefined) {
    return { kind: 'failed', fault: code };
  }
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const patience = OWN_QUEUE.has(vendorCode) ? QUEUE_PATIENCE_SECONDS : SOURCE_PATIENCE_SECONDS;
  return ageSeconds + seconds > patience
    ? { kind: 'final', status: 'ERROR', fault: code }
    : { kind: 'wait', seconds };
}

/** No source is configured any more: somebody may be changing the settings right now. */
export function judgeUnasked(ageSeconds: number): Verdict {
  return ageSeconds > SOURCE_PATIENCE_SECONDS
    ? { kind: 'final', status: 'ERROR', fault: 'NO_SOURCE' }
    : { kind: 'wait', seconds: UNASKED_PAUSE_SECONDS };
}
