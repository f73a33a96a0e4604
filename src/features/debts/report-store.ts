// The answer of a live source about one document into the served table. What is the same is not written.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { PROTEST_CONTENT } from './protest-store.ts';

type Tx = Pick<ImportTransaction, 'query'>;

const REPORT_LOCKS = 7_281_004;

/** Two answers about one document are taken one after the other. */
export async function lockReport(tx: Tx, source: string, document: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock($1, hashtext($2 || ' ' || $3))`, [
    REPORT_LOCKS,
    source,
    document,
  ]);
}

export type ReportRow = {
  root: string;
  document: string;
  source: string;
  coverage: readonly string[];
  count: number;
  total: string | null;
  isWhole: boolean;
  fetchedAt: Date;
};

/** False when a newer answer is known already. */
export async function writeReport(tx: Tx, row: ReportRow): Promise<boolean> {
  const { root, document, source, coverage, count, total, isWhole, fetchedAt } = row;
  const written = await tx.query(
    `insert into registry.protest_reports as r
       (root, document, source, coverage, count, total, is_whole, fetched_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (root, document, source) do update set
       coverage = excluded.coverage, count = excluded.count, total = excluded.total, is_whole = excluded.is_whole,
       fetched_at = excluded.fetched_at
     where r.fetched_at <= excluded.fetched_at
     returning 1`,
    [root, document, source, coverage, count, total, isWhole, fetchedAt],
  );
  return written.length === 1;
}

/** With the names of the columns, as jsonb_to_recordset takes it. */
export type ProtestRow = { root: string; protest_key: string } & Record<
  (typeof PROTEST_CONTENT)[number],
  unknown
>;

const COLUMNS = ['root', 'protest_key', ...PROTEST_CONTENT].join(', ');
const ASSIGNMENTS = PROTEST_CONTENT.map((name) => `${name} = excluded.${name}`).join(', ');
const NEW_CONTENT = PROTEST_CONTENT.map((name) => `excluded.${name}`).join(', ');
const SERVED_CONTENT = PROTEST_CONTENT.map((name) => `p.${name}`).join(', ');

/** When it was fetched is noted only of what is new: a second answer that says the same changes nothing. */
const WRITE_LISTED = `
  with written as (
    insert into registry.protests as p (source, fetched_at, updated_at, ${COLUMNS})
    select $1, $2::timestamptz, $2::timestamptz, ${COLUMNS}
    from jsonb_to_recordset($3::jsonb) as n (
      root text, protest_key text, document text, office text, city text, state text, protested_on date, due_on date,
      value numeric, kind text, presenter text, creditor text, is_live boolean, rest jsonb
    )
    on conflict (root, source, protest_key) do update set
      ${ASSIGNMENTS}, fetched_at = excluded.fetched_at, updated_at = excluded.updated_at, import_id = null
    where (${NEW_CONTENT}) is distinct from (${SERVED_CONTENT})
    returning p.root, p.protest_key, p.xmax = 0 as is_new, new.is_live and old.is_live is not true as is_news
  ), noted as (
    insert into protest_changes (root, source, protest_key)
    select w.root, $1, w.protest_key from written w
    where w.is_news and w.root in (select r.root from pg_temp.watched_roots r)
  ) select count(*) filter (where w.is_new) as added, count(*) filter (where not w.is_new) as changed from written w`;

export async function writeListed(
  tx: Tx,
  { source, fetchedAt }: { source: string; fetchedAt: Date },
  rows: readonly ProtestRow[],
): Promise<{ added: number; changed: number }> {
  const values = [source, fetchedAt, JSON.stringify(rows)];
  const [counts] = await tx.query<{ added: string; changed: string }>(WRITE_LISTED, values);
  return { added: Number(counts?.added ?? 0), changed: Number(counts?.changed ?? 0) };
}

const END_UNLISTED = `
  with ended as (
    update registry.protests p set is_live = false, fetched_at = $4, updated_at = $4
    where p.root = $1 and p.source = $2 and p.document = $3 and p.is_live and p.protest_key <> all ($5::text[])
    returning 1
  ) select count(*) as ended from ended`;

/** What a whole answer does not name any more was cancelled or paid. */
export async function endUnlisted(
  tx: Tx,
  report: Pick<ReportRow, 'root' | 'source' | 'document' | 'fetchedAt'>,
  keys: readonly string[],
): Promise<number> {
  const { root, source, document, fetchedAt } = report;
  const [row] = await tx.query<{ ended: string }>(END_UNLISTED, [root, source, document, fetchedAt, keys]);
  return Number(row?.ended ?? 0);
}
