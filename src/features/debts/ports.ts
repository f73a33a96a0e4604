// What a source hands over about debts and protests.
import type { Doc, Outcome, Ticket } from '../../platform/outbound/outcome.ts';

export type Register = 'general' | 'social-security' | 'severance-fund';

/** Columns of a debt in the order in which rows are given; `document` is a masked CPF or a whole CNPJ. */
export const DEBT_COLUMNS = [
  'root',
  'document',
  'name_key',
  'name',
  'register',
  'inscription',
  'debtor_kind',
  'state',
  'unit',
  'situation_kind',
  'situation',
  'credit',
  'entity',
  'registered_on',
  'is_filed_in_court',
  'value',
] as const;

export type Protest = {
  /** Unique within its source. */
  key: string;
  /** Bare and upper case: a CPF or a CNPJ. */
  document: string;
  /** What a dossier is asked by. */
  root: string;
  office: string | null;
  city: string | null;
  state: string | null;
  /** Calendar dates. */
  protestedOn: string | null;
  dueOn: string | null;
  /** Decimal text with two digits; null where the office hides it. */
  value: string | null;
  kind: string | null;
  presenter: string | null;
  creditor: string | null;
  /** False once it was cancelled or paid: then it is kept, and never told. */
  isLive: boolean;
  /** What the source gave and nothing above holds. */
  rest: Readonly<Record<string, unknown>> | null;
  updatedAt: Date;
};

export type ProtestFileSource = {
  /** One word, as the operator types it; also what protests are kept under. */
  readonly name: string;
  readonly description: string;
  /** Throws a FieldFault when the line cannot be taken. `latestMs`: what claims to be newer is not to be believed. */
  mapLine(text: string, latestMs: number): Protest;
};

/** What a live source says of one document: all of it, and nothing of anybody else. */
export type ProtestReport = {
  readonly doc: Doc;
  /** As the source counts them, listed or not. */
  readonly count: number;
  /** Decimal text with two digits; null where the source does not say. */
  readonly total: string | null;
  /** False when it lists only a part of them. */
  readonly isWhole: boolean;
  readonly protests: readonly Protest[];
};

export type ProtestQuestion = { readonly doc: Doc; readonly signal?: AbortSignal };

/** Asked to refresh what is known of a document. What it brings is merged by `mergeProtests`. */
export type ProtestSource = {
  /** Also what protests are kept under. */
  readonly name: string;
  /** The states it knows; empty is the whole country. "Nothing" from a source of one state says nothing of the others. */
  readonly coverage: readonly string[];
  start(question: ProtestQuestion): Promise<Outcome<ProtestReport>>;
  collect(ticket: Ticket): Promise<Outcome<ProtestReport>>;
};
