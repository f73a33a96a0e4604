// Why a call did not bring an answer, while it is still on its way up to where it becomes an outcome.
import type { Fault, FaultCode } from './outcome.ts';

/** NO: not one byte of the request left. MAYBE: it left, and nobody knows what became of it. ANSWERED: it was answered. */
export type Sent = 'NO' | 'MAYBE' | 'ANSWERED';

type Circumstances = {
  sent: Sent;
  vendorCode?: string;
  retry?: Fault['retry'];
  maybeBilled?: boolean;
  /** What the source asked for with Retry-After, or how long we leave it alone. */
  retryAfterMs?: number;
  /** The answer's status, when there was one. */
  status?: number;
  bytes?: number;
};

/** Its message is for the log and is made of our own words only. */
export class CallFailure extends Error {
  readonly faultCode: FaultCode;
  readonly sent: Sent;
  readonly vendorCode: string | undefined;
  readonly retry: Fault['retry'];
  /** The source's own word about it, where it gives one. */
  readonly maybeBilled: boolean | undefined;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly bytes: number;

  readonly #circumstances: Circumstances;

  constructor(faultCode: FaultCode, text: string, circumstances: Circumstances) {
    super(text);
    this.name = 'CallFailure';
    this.#circumstances = circumstances;
    this.faultCode = faultCode;
    this.sent = circumstances.sent;
    this.vendorCode = circumstances.vendorCode;
    this.retry = circumstances.retry ?? (isPassing(faultCode) ? 'LATER' : 'NEVER');
    this.maybeBilled = circumstances.maybeBilled;
    this.retryAfterMs = circumstances.retryAfterMs;
    this.status = circumstances.status;
    this.bytes = circumstances.bytes ?? 0;
  }

  /** The same, with a time before which it is of no use to come back. */
  waiting(waitMs: number): CallFailure {
    const retryAfterMs = Math.max(waitMs, this.retryAfterMs ?? 0);
    return new CallFailure(this.faultCode, this.message, { ...this.#circumstances, retryAfterMs });
  }
}

/** Faults that may be gone when the same question is put again. */
function isPassing(code: FaultCode): boolean {
  return ['RATE_LIMITED', 'TIMEOUT', 'SOURCE_DOWN', 'BAD_SHAPE'].includes(code);
}

/**
 * Faults that tell that the source as a whole is unwell. A broken answer is not one of them: it may be broken for this
 * document only, and then the others must not wait for it.
 */
export function isOutage(error: unknown): error is CallFailure {
  return error instanceof CallFailure && ['RATE_LIMITED', 'TIMEOUT', 'SOURCE_DOWN'].includes(error.faultCode);
}
