// When a delivery is tried again, and what a try means for its endpoint.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What Standard Webhooks advises, with a longer last wait: even with all jitter against it three days pass. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  30 * HOUR_MS,
];
const JITTER = 0.1;
/** What a receiver may ask for with Retry-After. */
export const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

export const TRY_FAULTS = [
  'ADDRESS_REFUSED',
  'CERTIFICATE',
  'UNREACHABLE',
  'CONNECTION_BROKEN',
  'NOT_HTTP',
  'TIMEOUT',
] as const;
export type TryFault = (typeof TRY_FAULTS)[number];

export type TryResult =
  | { readonly status: number; readonly retryAfterMs?: number }
  | { readonly fault: TryFault };

export type Verdict = {
  readonly status: 'PENDING' | 'DELIVERED' | 'EXHAUSTED';
  /** Until the next try. */
  readonly delayMs: number;
  /** The receiver wants nothing any more. */
  readonly isGone: boolean;
};

/** `tries` were made before this one; `chance` is from 0 to 1. */
export function judgeTry(result: TryResult, tries: number, chance: number): Verdict {
  const status = 'status' in result ? result.status : 0;
  if (status >= 200 && status < 300) {
    return { status: 'DELIVERED', delayMs: 0, isGone: false };
  }
  const isGone = status === 410;
  const planned = DELAYS_MS[tries];
  if (planned === undefined) {
    return { status: 'EXHAUSTED', delayMs: 0, isGone };
  }
  const jittered = Math.round(planned * (1 + JITTER * (2 * chance - 1)));
  const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? 0) : 0;
  return { status: 'PENDING', delayMs: Math.max(jittered, Math.min(asked, LONGEST_RETRY_AFTER_MS)), isGone };
}

type Failure = { readonly faultCode: string; readonly sent: string; readonly vendorCode: string | undefined };

/** Our own word for why there was no answer; what the network said stays inside. */
export function nameFault({ faultCode, sent, vendorCode = '' }: Failure): TryFault {
  if (vendorCode === 'ADDRESS_REFUSED' || vendorCode === 'NOT_HTTPS') {
    return 'ADDRESS_REFUSED';
  }
  switch (faultCode) {
    case 'TIMEOUT':
      return 'TIMEOUT';
    case 'BAD_SHAPE':
      return 'NOT_HTTP';
    case 'AUTH':
    case 'UPSTREAM':
      return 'CERTIFICATE';
    default:
      return sent === 'NO' ? 'UNREACHABLE' : 'CONNECTION_BROKEN';
  }
}
