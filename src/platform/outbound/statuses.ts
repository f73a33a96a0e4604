// What a status means that the connector does not expect, and when a source wants to be asked again.
import { CallFailure } from './call-failure.ts';
import type { FaultCode } from './outcome.ts';

const MEANINGS: Readonly<Record<number, readonly [FaultCode, string]>> = {
  400: ['BAD_INPUT', 'The source refuses the question'],
  401: ['AUTH', 'The source does not accept our credentials'],
  402: ['NO_CREDIT', 'The account at the source has no credit'],
  403: ['NOT_ENABLED', 'The source does not offer this to our account'],
  408: ['TIMEOUT', 'The source was too slow for itself'],
  422: ['BAD_INPUT', 'The source refuses the question'],
  429: ['RATE_LIMITED', 'The source wants fewer questions'],
  504: ['TIMEOUT', 'The source was too slow for itself'],
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const LONGEST_WAIT_MS = 3_600_000;

/** Seconds, or a date that counts from the source's own `Date` where it sends one. */
export function parseRetryAfter(
  headers: Headers,
  nowMs: number,
  longestMs = LONGEST_WAIT_MS,
): number | undefined {
  const text = String(headers['retry-after'] ?? '').trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : null;
  if (seconds !== null) {
    return Math.min(seconds * 1000, longestMs);
  }
  const untilMs = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  const sourceNowMs = Date.parse(String(headers['date'] ?? ''));
  const waitMs = untilMs - (Number.isNaN(sourceNowMs) ? nowMs : sourceNowMs);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), longestMs);
}

export function describeStatus(status: number, headers: Headers, nowMs: number): CallFailure {
  const retryAfterMs = parseRetryAfter(headers, nowMs);
  const circumstances = {
    sent: 'ANSWERED',
    status,
    vendorCode: `HTTP_${status}`,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  } as const;
  if (status >= 300 && status < 400) {
    return new CallFailure('UPSTREAM', 'The source sends us elsewhere, and we do not follow', circumstances);
  }
  const [code, text] =
    MEANINGS[status] ??
    (status >= 500
      ? (['SOURCE_DOWN', 'The source fails'] as const)
      : (['UPSTREAM', 'The source answers in a way that was not agreed'] as const));
  // Behind a 5xx or a 408 the question may have been worked on; a plain refusal costs nothing.
  const isAmbiguous = status >= 500 || status === 408;
  return new CallFailure(code, text, { ...circumstances, sent: isAmbiguous ? 'MAYBE' : 'ANSWERED' });
}
