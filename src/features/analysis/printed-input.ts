// What the two pages on an analysis are made of: counts and sums of what it froze. No case is named in it.
import type { Document } from '../../documents/document.ts';
import type { Debt } from '../debts/index.ts';
import type { CheckedSource } from './ports.ts';
import type { SummaryWire } from './summary-keys.ts';

/** `value` is decimal text with two digits. */
export type Tally = { readonly count: number; readonly value: string };

export type PrintedReason = Tally & {
  /** In Portuguese. */
  readonly sentence: string;
};

export type PrintedInput = {
  readonly analysisId: number;
  readonly document: Document;
  /** As best known; empty when it is not. */
  readonly name: string;
  /** In the tax registry's own words, when the analysis looked, or why there are none. */
  readonly registryStatus: string;
  readonly createdAt: Date;
  readonly printedAt: Date;
  readonly rulesVersion: number;
  readonly summary: SummaryWire;
  /** Cases that are neither execution nor labour nor criminal. */
  readonly civil: { readonly total: number; readonly withRisk: number };
  readonly casesWithoutValue: number;
  /** The heaviest first. */
  readonly reasons: readonly PrintedReason[];
  readonly debts: ReadonlyMap<Debt['state'], Tally>;
  /** There may be more debts than were kept. */
  readonly areDebtsCutShort: boolean;
  readonly sources: readonly CheckedSource[];
};
