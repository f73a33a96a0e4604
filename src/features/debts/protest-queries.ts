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

export type ProtestsFound = {
  outcome: Outcome;
  freshness: Freshness;
  count: number;
  /** Of all of them whose value is known, also those that are not listed. */
  totalValue: string;
  protests: LiveProtest[];
};

const PROTESTS = `
  select p.document, p.office, p.city, p.state, p.protested_on::text as "protestedOn", p.due_on::text as "dueOn",
    p.value::text as value, p.kind, p.presenter, p.creditor, count(*) over () as count,
    (sum(p.value) over ())::text as total
  from registry.protests p where p.root = $1 and p.is_live
  order by p.source, p.protest_key limit $2`;

/** Of a company those of all establishments. */
export async function listProtests(tx: Transaction, document: Document): Promise<ProtestsFound> {
  const [freshness] = await readFreshness(tx, [SOURCE]);
  const known = freshness ?? { source: SOURCE, importedAt: null, edition: null, failedAt: null };
  const values = [documentRoot(document), MAX_LISTED];
  const rows = await tx.prepared<LiveProtest & { count: string; total: string | null }>(
    'protests_of_document',
    PROTESTS,
    values,
  );
  return {
    outcome: outcomeOf(known, rows.length > 0),
    freshness: known,
    count: Number(rows[0]?.count ?? 0),
    totalValue: rows[0]?.total ?? '0.00',
    protests: rows.map(({ count: _count, total: _total, ...protest }) => protest),
  };
}
