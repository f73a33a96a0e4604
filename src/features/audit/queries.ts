// Audit rows in the order of their numbers, a page at a time, as text: what is verified is what the database holds.
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditContent } from '../../platform/sequencer/audit-chain.ts';

export type AuditRow = AuditContent & {
  /** Hexadecimal. */
  chain_hash: string | null;
  /** ISO 8601, UTC, microseconds. */
  at_text: string;
};

/** Numbers are unique, but a superuser can lift that; so a page goes on behind a number and a row. */
export type AuditPlace = { number: string; rowId: string };

export const BEFORE_ALL: AuditPlace = { number: '-9223372036854775808', rowId: '0' };

const ROW_COLUMNS = `a.organization_id::text as organization_id, a.row_id::text as row_id, a.number::text as number,
  extract(epoch from a.at)::text as at_epoch, to_char(a.at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at_text,
  a.actor, a.action, a.subject, encode(a.document_hash, 'hex') as document_hash,
  encode(a.chain_hash, 'hex') as chain_hash`;

export type AuditPage = {
  rows: AuditRow[];
  /** Null where the sequencer has numbered nothing yet. */
  head: { number: string; hash: string } | null;
};

/** The head is read by the same statement, so that the last page and the head belong to the same moment. */
const PAGE_SQL = `
  select encode(h.audit_hash, 'hex') as head_hash, h.audit_number::text as head_number, r.*
  from (select 1) as once
  left join sequence_heads h on h.organization_id = $1
  left join lateral (
    select ${ROW_COLUMNS} from audit_records a
    where a.organization_id = $1 and a.number is not null and (a.number, a.row_id) > ($2::bigint, $3::bigint)
    order by a.number, a.row_id limit $4
  ) r on true
  order by r.number::bigint, r.row_id::bigint`;

type PageRow = { head_hash: string | null; head_number: string | null } & (AuditRow | { row_id: null });

export async function readAuditPage(
  tx: Transaction,
  organizationId: number,
  { after, limit }: { after: AuditPlace; limit: number },
): Promise<AuditPage> {
  const found = await tx.prepared<PageRow>('audit_page', PAGE_SQL, [
    organizationId,
    after.number,
    after.rowId,
    limit,
  ]);
  const { head_hash: hash = null, head_number: number = null } = found[0] ?? {};
  return {
    rows: found.filter((row): row is PageRow & AuditRow => row.row_id !== null),
    head: hash === null || number === null ? null : { number, hash },
  };
}

export type AuditRange = { from: Date | null; to: Date | null };

/** Half-open: `from` is in, `to` is not. */
export function listAuditBetween(
  tx: Transaction,
  organizationId: number,
  { after, limit, from, to }: AuditRange & { after: AuditPlace; limit: number },
): Promise<AuditRow[]> {
  return tx.prepared<AuditRow>(
    'audit_between',
    `select ${ROW_COLUMNS} from audit_records a
     where a.organization_id = $1 and a.number is not null and (a.number, a.row_id) > ($2::bigint, $3::bigint)
       and a.at >= coalesce($5::timestamptz, '-infinity') and a.at < coalesce($6::timestamptz, 'infinity')
     order by a.number, a.row_id limit $4`,
    [organizationId, after.number, after.rowId, limit, from, to],
  );
}

type HeadRow = { organization_id: string; number: string; hash: string; at: string };

/** The ends of all chains at one moment. */
export async function listHeads(
  tx: Transaction,
): Promise<{ at: string; heads: { organizationId: number; number: number; hash: string }[] }> {
  const rows = await tx.prepared<HeadRow>(
    'audit_anchor',
    `select h.organization_id::text as organization_id, h.audit_number::text as number,
       encode(h.audit_hash, 'hex') as hash, to_char(clock_now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from sequence_heads h where h.audit_number > 0 order by h.organization_id`,
    [],
  );
  const heads = rows.map(({ organization_id, number, hash }) => ({
    organizationId: Number(organization_id),
    number: Number(number),
    hash,
  }));
  return { at: rows[0]?.at ?? '', heads };
}

export async function countUnnumbered(tx: Transaction, organizationId: number): Promise<number> {
  const [row] = await tx.prepared<{ count: string }>(
    'audit_unnumbered',
    `select count(*)::text as count from audit_records a where a.organization_id = $1 and a.number is null`,
    [organizationId],
  );
  return Number(row?.count ?? 0);
}
