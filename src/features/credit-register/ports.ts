// What the credit register needs from outside. A connector under src/sources implements it; which one is configuration.
import type {
  Cents,
  Digits,
  Doc,
  IsoDate,
  IsoTime,
  Outcome,
  Ticket,
} from '../../platform/outbound/outcome.ts';
import type { VendorFault } from '../../platform/outbound/shapes.ts';

/** Without the holder's consent nobody may look (CMN Res. 5.037); sources differ in how they want it shown. */
export type Consent =
  | {
      readonly mode: 'VENDOR_COLLECTS';
      readonly signers: readonly { name: string; doc: Digits; email: string; phone?: string }[];
    }
  | {
      readonly mode: 'OWN_PROOF';
      readonly textHash: string;
      readonly signedAt: IsoTime;
      readonly ip?: string;
      readonly sessionId?: string;
      readonly documentRef?: string;
      readonly signers: readonly { name: string; doc: Digits; email?: string }[];
    }
  | { readonly mode: 'LINKED_ITEM'; readonly itemId: string };

export type ScrQuestion = {
  readonly doc: Doc;
  /** YYYY-MM, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly consent: Consent;
  readonly callback?: string;
  readonly signal?: AbortSignal;
};

/** Operations of one kind together; the register does not show single contracts. */
export type ScrGroup = {
  /** Four digits of Doc. 3040, annex 3. */
  readonly modality: string;
  readonly modalityName?: string;
  readonly currencyLinked: boolean | null;
  readonly dispute?: 'D' | 'J' | 'JD';
  /** By maturity code, such as `110`. */
  readonly buckets: Readonly<Record<string, Cents>>;
};

export type ScrTotals = {
  readonly limits: Cents;
  readonly undisbursed: Cents;
  readonly toFallDue: Cents;
  readonly overdue: Cents;
  readonly overdue90: Cents;
  readonly loss: Cents;
  readonly direct: Cents;
};

export type ScrMonth = {
  readonly month: string;
  readonly institutions: number | null;
  readonly operations: number | null;
  readonly since?: IsoDate;
  readonly docsPct?: number;
  readonly volumePct?: number;
  readonly coObligationGiven: Cents;
  readonly coObligationReceived: Cents;
  readonly indirectRisk?: Cents;
  readonly disputed: { readonly count: number; readonly value: Cents };
  readonly subJudice: { readonly count: number; readonly value: Cents };
  readonly groups: readonly ScrGroup[];
  readonly totals: ScrTotals;
  readonly message?: string;
};

export type ScrReport = {
  readonly doc: Doc;
  /** Companies are registered by the root of their CNPJ. */
  readonly byRoot: boolean;
  readonly months: readonly ScrMonth[];
  readonly pdfUrl?: string;
  readonly consentUrl?: string;
};

export type Scr = {
  /** The kind of consent that this source can use. */
  readonly consentMode: Consent['mode'];
  start(question: ScrQuestion): Promise<Outcome<ScrReport>>;
  collect(ticket: Ticket): Promise<Outcome<ScrReport>>;
};

/** The Central Bank itself declines, by a code of its own; who passed the question on may charge for it all the same. */
export function refusedByRegister(code: unknown): VendorFault {
  const text = 'The Central Bank refuses the question';
  return { code: 'UPSTREAM', vendorCode: String(code), text, maybeBilled: true };
}

/** Maturity codes (Doc. 3040, annex 1): first and last of each range. */
const RANGES = {
  limits: [20, 40],
  undisbursed: [60, 80],
  toFallDue: [110, 199],
  overdue: [205, 290],
  overdue90: [240, 290],
  loss: [310, 330],
} as const;

/** The same sums for every source, so that two of them never differ by arithmetic. */
export function sumBuckets(groups: readonly Pick<ScrGroup, 'buckets'>[]): ScrTotals {
  const sum = ([first, last]: readonly [number, number]): Cents =>
    groups
      .flatMap(({ buckets }) => Object.entries(buckets))
      .filter(([code]) => Number(code) >= first && Number(code) <= last)
      .reduce((total, [, cents]) => total + cents, 0);
  const [toFallDue, overdue, loss] = [sum(RANGES.toFallDue), sum(RANGES.overdue), sum(RANGES.loss)];
  return {
    limits: sum(RANGES.limits),
    undisbursed: sum(RANGES.undisbursed),
    toFallDue,
    overdue,
    overdue90: sum(RANGES.overdue90),
    loss,
    direct: toFallDue + overdue + loss,
  };
}
