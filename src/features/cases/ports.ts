// What a source hands over about court cases. Sources fill these in; the feature derives everything else.
import type { Doc, IsoTime, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import type { Secret } from '../../platform/secret.ts';

export const SIDES = ['ACTIVE', 'PASSIVE', 'THIRD', 'UNKNOWN'] as const;
export type Side = (typeof SIDES)[number];

/** What a party is in the case, as far as counting needs to know; lawyers are no parties. */
export type PartyRole = 'PARTY' | 'VICTIM' | 'WITNESS';

export type Party = {
  /** Bare and upper case: a CPF, a masked CPF (`***456789**`) or a CNPJ; null when only the name is known. */
  document: string | null;
  name: string | null;
  side: Side;
  role: PartyRole;
  /** The source's own word, such as "Exequente". */
  roleName?: string;
  lawyers?: { name: string; registration?: string }[];
  /** The source itself says that this may be somebody else of that name. */
  isHomonym?: boolean;
};

export type Movement = {
  /** 0 when the source gives only a name. */
  code: number;
  name?: string;
  at: Date;
};

export type CaseRecord = {
  /** 20 digits. */
  number: string;
  source: string;
  /** G1, JE, G2, TR, SUP, or whatever else a source says. */
  degree: string;
  /** Tells apart the records that a source keeps of one degree; '' where it keeps one. */
  recordKey: string;
  classCode: number | null;
  className: string | null;
  unitCode: string | null;
  unitName: string | null;
  filedAt: Date | null;
  /** Decimal text with two digits. */
  value: string | null;
  secrecy: number | null;
  courtState: 'ACTIVE' | 'SUSPENDED' | 'CLOSED' | null;
  subjectCodes: number[];
  /** Sorted by time. */
  movements: Movement[];
  parties: Party[];
  /** What the source gave and nothing above holds; a guess of its state under PREDICTED_STATE. */
  rest: Record<string, unknown> | null;
  updatedAt: Date | null;
};

/** Where `rest` holds what a machine of the source guessed, which is never told as a fact nor counted as one. */
export const PREDICTED_STATE = 'predictedState';
export type PredictedState = 'ACTIVE' | 'INACTIVE';

/** What a line, or one hit of it, says of a number. */
export type ReportedCase = { number: string; updatedAt: Date | null; records: CaseRecord[] };

/** Where a source puts what it finds in a line. Texts of warnings are few and constant: they are counted. */
export type CaseIntake = {
  /** What claims to be newer than this was not written by a clock that can be trusted. */
  readonly latestMs: number;
  take(reported: ReportedCase): void;
  warn(reason: string): void;
  setAside(reason: string, original: string): void;
};

export type CaseSource = {
  /** One word, as the operator types it; also what records are kept under. */
  readonly name: string;
  readonly description: string;
  /** True: a line names all that the source keeps of its number, and what it no longer names is removed. */
  readonly namesAllRecords: boolean;
  /** Takes, or sets aside, everything that the line holds. */
  readLine(text: string, intake: CaseIntake): void;
};

export type LawsuitQuestion = {
  readonly doc: Doc;
  /**
   * Null when nobody has asked yet. Otherwise since when somebody may have, without knowing what became of it: a search
   * is paid for, so that one is looked for and only begun anew when there is none.
   */
  readonly askedSince: IsoTime | null;
  readonly signal?: AbortSignal;
};

export type LawsuitCollection = {
  readonly ticket: Ticket;
  /** The answer must be about this one. */
  readonly doc: Doc;
  /** What the page before said is next; null for the first. */
  readonly cursor: string | null;
  readonly signal?: AbortSignal;
};

/** A part of what a search found; the next is asked for with `next`, null at the end. */
export type LawsuitPage = {
  readonly records: readonly CaseRecord[];
  readonly next: string | null;
  /** Answers that the search has in all: a case counts once for each degree. */
  readonly total: number;
};

/** Asked to refresh what is known of a document. What it brings is merged by `mergeCases`. */
export type LawsuitSource = {
  /** Also what records are kept under. */
  readonly name: string;
  /** There are no searches, and each page is charged by itself. */
  readonly isPaidByPage: boolean;
  /** Begins a search, which is paid for, and gives its ticket; a source that has no searches gives one and asks nothing. */
  start(question: LawsuitQuestion): Promise<Outcome<never>>;
  /** `pending` while the search goes on, then page by page what it found. Costs nothing, save where pages are charged. */
  collect(collection: LawsuitCollection): Promise<Outcome<LawsuitPage>>;
};

export type ProcessQuestion = {
  /** 20 digits. */
  readonly number: string;
  readonly signal?: AbortSignal;
};

/** Asked to refresh what is known of one case by its number. What it brings is merged by `mergeCases`. */
export type ProcessRefresh = {
  /** Also what records are kept under. */
  readonly name: string;
  /** Whether it has the court of that number at all; without asking it. */
  covers(number: string): boolean;
  /** All that the source keeps of the number; `empty` when it has nothing, which does not say that there is no case. */
  refresh(question: ProcessQuestion): Promise<Outcome<readonly CaseRecord[]>>;
};

/** A source says that a search has ended: a hint to look sooner, which may be false, late, twice or never. */
export type OnLawsuitsReady = (ticket: Pick<Ticket, 'connector' | 'ref'>) => Promise<void>;

/** How a source of lawsuits calls us. Its name and a secret stand at the end of the address; nothing else vouches for it. */
export type LawsuitCallback = {
  readonly connector: string;
  readonly secret: Secret;
  /** The search that the body says has ended; null when it says anything else. */
  readEnded(body: unknown): string | null;
};
