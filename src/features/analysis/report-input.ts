// What the spreadsheets of an analysis are made of, beside its cases, which are handed over as they are frozen. Rows and
// counts are of one moment; what may not be told is not in that list.
import type { Document } from '../../documents/document.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import type { Disagreement, DossierCase } from '../cases/index.ts';
import type { Holding, Partner } from '../companies/index.ts';
import type { Debt, LiveProtest } from '../debts/index.ts';
import type { SummaryKey } from './summary-keys.ts';

/** `value` is decimal text with two digits. */
export type SummaryLine = { readonly count: number; readonly value: string };

export type FactValue = string | number | boolean | null | readonly (string | number)[];
export type Reason = {
  readonly rule: string;
  /** In Portuguese. */
  readonly sentence: string;
  readonly facts: Readonly<Record<string, FactValue>>;
};

export type Classification = {
  readonly side: 'DEFENDANT' | 'AUTHOR' | 'NOT_CLASSIFIED';
  readonly natures: { readonly execution: boolean; readonly labour: boolean; readonly criminal: boolean };
  readonly isActive: boolean;
  readonly hasRisk: boolean;
  /** Those of risk, and others that explain, such as a class that is not known. */
  readonly reasons: readonly Reason[];
};

export type ReportCase = Pick<
  DossierCase,
  | 'number'
  | 'documents'
  | 'isByMask'
  | 'classCode'
  | 'value'
  | 'filedOn'
  | 'movedOn'
  | 'severeOn'
  | 'fetchedAt'
> & {
  readonly className: string | null;
  readonly classification: Classification;
  /** What its sources say differently; absent where they agree. */
  readonly disagreements?: readonly Disagreement[];
};

/** A source, how fresh it is, and what came of asking it. */
export type CheckedSource = Freshness & { readonly outcome: Outcome };

/** Rows a page at a time, as they are read; read once. */
export type ReportPart<T> = {
  readonly sources: readonly CheckedSource[];
  readonly pages: AsyncIterable<readonly T[]>;
};

/** A partner of the company, or a company that the document is a partner of. */
export type Tie = { readonly partner: Partner } | { readonly holding: Holding };

export type ReportInput = {
  readonly organizationId: number;
  readonly analysisId: number;
  readonly document: Document;
  /** As best known. */
  readonly name: string | null;
  readonly generatedAt: Date;
  readonly rulesVersion: string;
  readonly summary: Readonly<Record<SummaryKey, SummaryLine>>;
  readonly cases: { readonly sources: readonly CheckedSource[] };
  readonly debts: ReportPart<Debt>;
  readonly protests: ReportPart<LiveProtest>;
  readonly partners: ReportPart<Tie>;
};
