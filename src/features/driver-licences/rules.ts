// What becomes of a request after its source was asked.
import type { FaultCode, Meta, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import type { Cnh } from './ports.ts';

export type Verdict =
  | { readonly kind: 'final'; readonly status: 'DONE'; readonly licence: Cnh; readonly meta: Meta }
  | { readonly kind: 'final'; readonly status: 'NOT_FOUND'; readonly meta: Meta }
  | { readonly kind: 'final'; readonly status: 'ERROR'; readonly fault: FaultCode | 'NO_SOURCE' }
  /** Costs no attempt. With a ticket the source has taken the question, and it is never put again. */
  | { readonly kind: 'wait'; readonly seconds: number; readonly ticket?: Ticket }
  | { readonly kind: 'failed'; readonly fault: FaultCode | 'RECORD_UNREADABLE' };

const MINUTE_SECONDS = 60;
/** So old a request may become while its source is down or turns us away. */
const SOURCE_PATIENCE_SECONDS = 15 * MINUTE_SECONDS;
/** A long queue of ours is no failure of the source's; nor is it one that a source works on what it has taken. */
const QUEUE_PATIENCE_SECONDS = 6 * 60 * MINUTE_SECONDS;
const UNASKED_PAUSE_SECONDS = 30;
const OWN_QUEUE: ReadonlySet<string> = new Set(['OWN_PACE', 'OWN_BULKHEAD']);

/** `ageSeconds`: since the request was made. `isTaken`: the source has given a ticket for it before. */
export type Circumstances = { readonly ageSeconds: number; readonly isTaken: boolean };

function waitWithin(patienceSeconds: number, ageSeconds: number, wait: Waiting): Verdict {
  const { seconds, ticket, fault } = wait;
  return ageSeconds + seconds > patienceSeconds
    ? { kind: 'final', status: 'ERROR', fault }
    : { kind: 'wait', seconds, ...(ticket === undefined ? {} : { ticket }) };
}

type Waiting = { seconds: number; ticket?: Ticket; fault: FaultCode };

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export function judge(outcome: Outcome<Cnh>, { ageSeconds, isTaken }: Circumstances): Verdict {
  if (outcome.kind === 'ready') {
    return { kind: 'final', status: 'DONE', licence: outcome.value, meta: outcome.meta };
  }
  if (outcome.kind === 'empty') {
    return { kind: 'final', status: 'NOT_FOUND', meta: outcome.meta };
  }
  if (outcome.kind === 'pending') {
    const { ticket, checkAfterMs } = outcome;
    const wait: Waiting = { seconds: wholeSeconds(checkAfterMs), ticket, fault: 'TIMEOUT' };
    return waitWithin(QUEUE_PATIENCE_SECONDS, ageSeconds, wait);
  }
  const { code, waitMs, retry, vendorCode = '' } = outcome.fault;
  if (retry === 'NEVER') {
    return { kind: 'final', status: 'ERROR', fault: code };
  }
  if (waitMs === undefined) {
    return { kind: 'failed', fault: code };
  }
  const isPatient = isTaken || OWN_QUEUE.has(vendorCode);
  const patience = isPatient ? QUEUE_PATIENCE_SECONDS : SOURCE_PATIENCE_SECONDS;
  return waitWithin(patience, ageSeconds, { seconds: wholeSeconds(waitMs), fault: code });
}

/** No source is configured any more: somebody may be changing the settings right now. */
export function judgeUnasked(ageSeconds: number): Verdict {
  return ageSeconds > SOURCE_PATIENCE_SECONDS
    ? { kind: 'final', status: 'ERROR', fault: 'NO_SOURCE' }
    : { kind: 'wait', seconds: UNASKED_PAUSE_SECONDS };
}
