// What a look-up at a source comes to. Features and connectors share these words; nothing here knows a vendor.
import { Hidden } from '../secret.ts';

export type Digits = string;
/** A whole number of centavos, safe to add up. */
export type Cents = number;
/** YYYY-MM-DD */
export type IsoDate = string;
/** An instant in UTC. */
export type IsoTime = string;
/** Cleaned: digits only, upper-case letters in a CNPJ that has some. */
export type Doc = { readonly kind: 'CPF' | 'CNPJ'; readonly value: string };

/** The source's own bytes, to be kept encrypted for audit. They hold personal data, so they print as `***`. */
export class RawAnswer extends Hidden<Uint8Array> {}

export type Meta = {
  readonly connector: string;
  readonly vendorRef?: string;
  readonly fetchedAt: IsoTime;
  readonly sourceAsOf?: IsoTime;
  readonly freshness: 'live' | 'cached' | 'unknown';
  readonly complete: boolean;
  /** Which part of the country or of the courts the answer covers, where it is not all. */
  readonly coverage?: readonly string[];
  readonly cost?: { readonly cents: Cents; readonly billable: boolean };
  readonly rate?: { readonly limit?: number; readonly remaining?: number; readonly resetAt?: IsoTime };
  /** Where whoever keeps `raw` has put it. */
  readonly rawKey?: string;
  readonly raw?: RawAnswer;
  /** Free of personal data: names of fields, never their values. */
  readonly warnings: readonly string[];
};

export type FaultCode =
  | 'AUTH'
  | 'NOT_ENABLED'
  | 'NO_CREDIT'
  | 'BAD_INPUT'
  | 'CONSENT_NEEDED'
  | 'CONSENT_DENIED'
  | 'BLOCKED_BY_LAW'
  | 'RATE_LIMITED'
  | 'TIMEOUT'
  | 'SOURCE_DOWN'
  | 'UPSTREAM'
  | 'BAD_SHAPE'
  | 'UNSUPPORTED';

export type Fault = {
  readonly code: FaultCode;
  readonly vendorCode?: string;
  /** A sentence of ours; never the source's own text, which may quote what was asked. */
  readonly text: string;
  readonly retry: 'NEVER' | 'LATER' | 'NEW_TOKEN';
  readonly maybeBilled: boolean;
  /**
   * Given when the source was left alone (breaker open, too many calls at once), when the question only found out that it
   * is still down, or when it said itself when to come back: a job is postponed for so long, which costs it no attempt.
   */
  readonly waitMs?: number;
};

export type Ticket = {
  readonly connector: string;
  readonly ref: string;
  readonly startedAt: IsoTime;
  readonly expiresAt?: IsoTime;
  readonly step?: 'CONSENT' | 'QUEUE' | 'COURT';
  /** How far an answer was read whose parts are paid for, in the words of whoever reads it. May hold what was asked. */
  readonly progress?: string;
};

export type Outcome<T> =
  | { readonly kind: 'ready'; readonly value: T; readonly meta: Meta }
  /** The source answered that it has nothing on record; never used for failures. */
  | { readonly kind: 'empty'; readonly meta: Meta }
  | { readonly kind: 'pending'; readonly ticket: Ticket; readonly checkAfterMs: number; readonly meta: Meta }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly meta: Meta };
