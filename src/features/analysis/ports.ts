// What an analysis needs from outside: live sources beside the registry, and somebody who writes the spreadsheets. Connectors
// and the file store implement it; which ones is configuration.
import type { Doc, IsoTime, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import type { ReportCase, ReportInput } from './report-input.ts';

export type LiveQuestion = {
  readonly doc: Doc;
  /**
   * Null when nobody has asked yet. Otherwise since when somebody may have, without knowing what became of it: an answer
   * may be paid for, so that one is looked for before it is asked for anew.
   */
  readonly askedSince: IsoTime | null;
  readonly signal?: AbortSignal;
};

export type KeepTicket = (ticket: Ticket) => Promise<void>;

/** How much was found; what it is, is in the registry by then. */
export type LiveFound = { readonly count: number };

/**
 * A source of court cases or protests that is asked by document. What it brings is merged into the registry before it says
 * that it is ready: it belongs to everybody, and nothing in it says who asked.
 */
export type LiveSource = {
  readonly name: string;
  start(question: LiveQuestion): Promise<Outcome<LiveFound>>;
  /** Of an answer that is paid for in parts, `keep` is given after each of them what to collect the rest with. */
  collect(ticket: Ticket, question: LiveQuestion, keep: KeepTicket): Promise<Outcome<LiveFound>>;
};

/** Each of them is asked, and what one of them does to its question is nothing to the others. Empty where none is configured. */
export type LiveSources = {
  readonly lawsuits: readonly LiveSource[];
  readonly protests: readonly LiveSource[];
};

/** How fresh a source was when it was asked. */
export type CheckedSource = {
  readonly step: 'cases' | 'protests' | 'debts' | 'partners';
  readonly source: string;
  readonly outcome: 'FOUND' | 'NOTHING_FOUND' | 'NOT_CHECKED' | 'SOURCE_FAILED';
  /** When what it serves was imported or fetched; null when never. */
  readonly asOf: IsoTime | null;
  readonly edition: string | null;
};

export type WrittenReport = {
  readonly folder: string;
  readonly filename: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Cases in it. */
  readonly rows: number;
};
export type WrittenReports = { readonly full: WrittenReport; readonly risk: WrittenReport };

/** The reports of one analysis while they are written. */
export type OpenReports = {
  addCases(page: Iterable<ReportCase>): Promise<void>;
  /** Once, when all cases are in. */
  finish(analysis: ReportInput): Promise<WrittenReports>;
  /** Always, also after a failure. */
  close(): Promise<void>;
};

export type ReportWriter = { openReports(): OpenReports };

/** Temporary addresses of what was written. */
export type ReportAddresses = {
  /** The logical name of the file store. */
  readonly bucketName: string;
  signAddress(file: Pick<WrittenReport, 'folder' | 'filename'>): string;
};
