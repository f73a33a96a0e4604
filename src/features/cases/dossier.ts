// The court cases of a document: how many, page by page, and one case in full.
import type { Cpf } from '../../documents/cpf.ts';
import { documentRoot, documentType, maskCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { nameKey } from '../../documents/name-key.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { outcomeOf, readFreshness } from '../../platform/imports/freshness.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import { HIDDEN } from './fact-bits.ts';
import { deriveFacts } from './facts.ts';
import type { CaseRecord, Side } from './ports.ts';
import { countCases, listMaskedRows, listPartyRows } from './queries.ts';
import type { DossierCase, DossierKey } from './queries.ts';
import { listRecordRows, toCaseRecord } from './store.ts';

export type { DossierCase } from './queries.ts';

const CASE_SOURCES = ['cases', 'datajud'];
/** DataJud names no parties, so it can neither find nor rule out a document. */
const SOURCE_OF_PARTIES = 'cases';

/** `next` is what to ask the following page with; null at the end. */
export type DossierPage = { cases: DossierCase[]; next: string | null };

/** `name` is the person's own, where it is known: without it masked CPFs cannot be told apart and are left out. */
export function dossierKeyOf(document: Document, name: string | null): DossierKey {
  const key = name === null ? '' : nameKey(name);
  const hasMask = key !== '' && documentType(document) === 'CPF';
  return {
    root: documentRoot(document),
    mask: hasMask ? { root: maskCpf(document as Cpf), nameKey: key } : null,
  };
}

export function countDossier(tx: Transaction, key: DossierKey): Promise<number> {
  return countCases(tx, key);
}

export async function pageDossier(
  tx: Transaction,
  key: DossierKey,
  { after, limit }: { after: string | null; limit: number },
): Promise<DossierPage> {
  // One more than asked for tells whether there is another page.
  const range = { after: after ?? '', limit: limit + 1 };
  const whole = groupRows(await listPartyRows(tx, key.root, range));
  const masked = key.mask === null ? [] : groupRows(await listMaskedRows(tx, key.mask, range));
  const sorted = masked.length === 0 ? whole : mergeMasked(whole, masked);
  const cases = sorted.slice(0, limit);
  return { cases, next: sorted.length > limit ? (cases.at(-1)?.number ?? null) : null };
}

/** What the whole number finds says more than what its mask does. */
function mergeMasked(whole: readonly DossierCase[], masked: readonly DossierCase[]): DossierCase[] {
  const known = new Set(whole.map(({ number }) => number));
  const all = [...whole, ...masked.filter(({ number }) => !known.has(number))];
  return all.toSorted((a, b) => (a.number < b.number ? -1 : 1));
}

/** Of several establishments the one that stands worst speaks for the company. */
const PRECEDENCE: Record<Side, number> = { PASSIVE: 0, ACTIVE: 1, THIRD: 2, UNKNOWN: 3 };

/** Rows of one number stand together. */
function groupRows(rows: readonly DossierCase[]): DossierCase[] {
  const cases: DossierCase[] = [];
  for (const row of rows) {
    const last = cases.at(-1);
    if (last === undefined || last.number !== row.number) {
      cases.push(row);
      continue;
    }
    const documents = [...last.documents, ...row.documents];
    const worst = PRECEDENCE[row.side] < PRECEDENCE[last.side] ? row : last;
    cases[cases.length - 1] = { ...worst, documents };
  }
  return cases;
}

export type KnownCase = {
  number: string;
  /** Each with its source, when that source last changed it and when we were given it. */
  records: (CaseRecord & { fetchedAt: Date })[];
  /** False for what may not be told even to whoever knows the number: secret and juvenile cases. */
  isTellable: boolean;
};

const NEVER_TOLD = HIDDEN.SECRET | HIDDEN.SECRECY_UNKNOWN | HIDDEN.JUVENILE;

/** What every source knows of a number. Closed criminal and labour cases are found here, though no dossier has them. */
export async function findCase(tx: Transaction, number: string): Promise<KnownCase | null> {
  const rows = await listRecordRows(tx, number);
  const records = rows.map((row) => Object.assign(toCaseRecord(row), { fetchedAt: row.fetched_at }));
  const [first, ...others] = records;
  if (first === undefined) return null;
  const { facts } = deriveFacts([first, ...others]);
  return { number, records, isTellable: (facts.hidden & NEVER_TOLD) === 0 };
}

export function readCaseFreshness(tx: Transaction): Promise<Freshness[]> {
  return readFreshness(tx, CASE_SOURCES);
}

export function dossierOutcome(freshness: readonly Freshness[], hasRows: boolean): Outcome {
  const known = freshness.find(({ source }) => source === SOURCE_OF_PARTIES);
  return known === undefined ? 'NOT_CHECKED' : outcomeOf(known, hasRows);
}
