// Protests of a document. Those that were cancelled or paid never leave the database (Law 9.492/1997, art. 29).
import { documentRoot } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { outcomeOf, readFreshness } from '../../platform/imports/freshness.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';

const SOURCE = 'protests';
const MAX_LISTED = 1000;

export type LiveProtest = {
  document: string;
  office: string | null;
  city: string | null;
  state: string | null;
  protestedOn: string | null;
  dueOn: string | null;
  /** Decimal text; null where the office hides it. */
  value: string | null;
  kind: string | null;
  presenter: string | null;
  creditor: string | null;
};

/** A live source's newest answer about the document. */
export type ProtestsChecked = {
  source: string;
  /** States; empty is the whole country. */
  coverage: string[];
  isWhole: boolean;
  fetchedAt: Date;
};

export type ProtestsFound = {
  /** "Nothing" holds for what was checked: with a live source alone, for the states that it covers. */
  outcome: Outcome;
  freshness: Freshness;
  checked: ProtestsChecked[];
  count: number;
  /** Of all of them whose value is known, also those that are not listed. */
  totalValue: string;
  protests: LiveProtest[];
};

/**
 * One protest may be known to several sources, which share no key. A whole report of a live source says all there is of a
 * document in the states it covers, so what others said there before it does not count beside it; of a report that lists
 * only a part, the rows count only where nobody else knows any.
 */
export const IS_SUPERSEDED = `exists (
    select from registry.protest_reports r
    where r.root = p.root and r.document = p.document and r.source <> p.source and r.is_whole
      and (r.coverage = '{}' or p.state = any (r.coverage)) and r.fetched_at >= coalesce(p.updated_at, p.fetched_at)
  ) or exists (
    select from registry.protest_reports r
    join registry.protests o on o.root = r.root and o.document = r.document and o.source <> r.source and o.is_live
    where r.root = p.root and r.document = p.document and r.source = p.source and not r.is_whole
      and o.state is not distinct from p.state
  )`;

const PROTESTS = `
  select p.document, p.office, p.city, p.state, p.protested_on::text as "protestedOn", p.due_on::text as "dueOn",
    p.value::text as value, p.kind, p.presenter, p.creditor, count(*) over () as count,
    (sum(p.value) over ())::text as total
  from registry.protests p where p.root = $1 and p.is_live and not (${IS_SUPERSEDED})
  order by p.source, p.protest_key limit $2`;

const CHECKED = `
  select r.source, r.coverage, r.is_whole as "isWhole", r.fetched_at as "fetchedAt"
  from registry.protest_reports r where r.root = $1 and r.document = $2 order by r.source`;

/** Of a company those of all establishments. */
export async function listProtests(tx: Transaction, document: Document): Promise<ProtestsFound> {
  const [freshness] = await readFreshness(tx, [SOURCE]);
  const known = freshness ?? { source: SOURCE, importedAt: null, edition: null, failedAt: null };
  const root = documentRoot(document);
  const checked = await tx.prepared<ProtestsChecked>('protests_checked', CHECKED, [root, document]);
  const values = [root, MAX_LISTED];
  const rows = await tx.prepared<LiveProtest & { count: string; total: string | null }>(
    'protests_of_document',
    PROTESTS,
    values,
  );
  return {
    outcome: rows.length === 0 && checked.length > 0 ? 'NOTHING_FOUND' : outcomeOf(known, rows.length > 0),
    freshness: known,
    checked,
    count: Number(rows[0]?.count ?? 0),
    totalValue: rows[0]?.total ?? '0.00',
    protests: rows.map(({ count: _count, total: _total, ...protest }) => protest),
  };
}
