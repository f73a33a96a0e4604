// What a published test document is made of, and the words for writing one down.
import type { CompanyRecord } from '../company-record.ts';
import type { Debt } from '../debt-rows.ts';
import { makeCaseNumber, makeCnpj, makeCpf } from '../numbers.ts';
import type { ProtestLine } from '../protest-lines.ts';

export type Nature = 'execution' | 'labour' | 'criminal';
/** What a case must give for the document: decided by hand, not by the program under test. */
export type Label = {
  /** False for what must never be seen: not counted, listed, told or exported. */
  isCounted: boolean;
  side: 'author' | 'defendant' | 'unclassified';
  natures: readonly Nature[];
  isActive: boolean;
  /** The rules that fire; empty for a case without risk. */
  risks: readonly string[];
};

export type PartyLine = {
  document: string | null;
  name: string;
  side: 'ACTIVE' | 'PASSIVE' | 'THIRD' | 'UNKNOWN';
  role: 'PARTY' | 'VICTIM' | 'WITNESS';
  roleName: string;
  lawyers: { name: string; registration: string }[];
  homonym: boolean;
};
export type RecordLine = {
  degree: string;
  class: { code: number; name: string };
  unit: { code: string; name: string };
  filedAt: string;
  value: string | null;
  secrecy: number;
  state?: 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  subjects: { code: number; name: string }[];
  movements: { code: number; name: string; at: string }[];
  parties: PartyLine[];
};
export type CaseLine = { number: string; updatedAt: string; records: RecordLine[] };
export type LabelledCase = { line: CaseLine; label: Label };

/** How a played source behaves when it is asked about the document. */
export type Effect =
  | 'ANSWERS'
  | 'NOT_FOUND'
  | 'SLOW'
  | 'RATE_LIMITED'
  | 'SERVER_ERROR'
  | 'TRUNCATED'
  | 'WRONG_PERSON'
  | 'HTML'
  | 'CONSENT_MISSING';
export type LicenceStory = 'GOOD' | 'SUSPENDED' | 'REVOKED' | 'EXPIRED' | 'CANCELLED' | 'PROVISIONAL';
export type CreditStory = 'GOOD' | 'OVERDUE' | 'LOSS';
/** A case that only sources of lawsuits know: both the same, each in its way, or the second alone. */
export type LawsuitStory = 'AGREE' | 'DISAGREE' | 'SECOND_ONLY';
export type LiveStory = {
  effect: Effect;
  licence: LicenceStory | null;
  credit: CreditStory | null;
  lawsuits?: LawsuitStory;
};

export type TestDocument = {
  /** Never changes once published. */
  key: string;
  document: string;
  name: string;
  purpose: string;
  cases: readonly LabelledCase[];
  protests?: readonly ProtestLine[];
  debts?: readonly Debt[];
  company?: CompanyRecord;
  /** What the played sources do; without it a story is drawn from the document. */
  live?: LiveStory;
  /** Its cases are drawn while the file is written, by the rule in many-cases.ts. */
  hasManyCases?: true;
};

const FIRST_CPF_BASE = 900_000_000;
const FIRST_ROOT = 90_000_000;
const FIRST_SEQUENCE = 9_000_000;
const SEQUENCES_EACH = 1000;

export function testCpf(id: number): string {
  return makeCpf(FIRST_CPF_BASE + id);
}

export function testRoot(id: number): string {
  return String(FIRST_ROOT + id);
}

export function testCnpj(id: number, order = '0001'): string {
  return makeCnpj(testRoot(id), order);
}

/** Numbers of test cases lie above those of the population: a thousand for each document. */
export function testCaseNumber(id: number, index: number, court: number): string {
  return makeCaseNumber({
    sequence: FIRST_SEQUENCE + id * SEQUENCES_EACH + index,
    year: 2024,
    court,
    origin: 1,
  });
}
