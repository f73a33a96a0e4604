// The statements of one round, run in its transaction under the sequencer's role.
import type { Transaction } from '../db/database.ts';
import type { AuditContent } from './audit-chain.ts';

/** Stays the same for ever: two versions of the program must agree on it. */
const SEQUENCER_LOCK = 7_281_110;

/** NOTIFY refuses 8,000 bytes and more; an empty payload means every organization. */
const MAX_PAYLOAD = 7900;

export async function takeTurn(tx: Transaction): Promise<boolean> {
  const [row] = await tx.prepared<{ mine: boolean }>(
    'sequencer_turn',
    'select pg_try_advisory_xact_lock($1) as mine',
    [SEQUENCER_LOCK],
  );
  return row?.mine === true;
}

/**
 * Goes on behind the head or the highest number there is, whichever is higher: a head that was lost must not stop the
 * numbering of everybody.
 */
const NUMBER_EVENTS_SQL = `
  with batch as materialized (
    select u.organization_id, u.row_id,
      row_number() over (partition by u.organization_id order by u.row_id) as place,
      count(*) over (partition by u.organization_id) as total
    from (select e.organization_id, e.row_id from events e where e.number is null order by e.row_id limit $1) u
  ), starts as materialized (
    select o.organization_id, o.total, greatest(
      (select h.event_number from sequence_heads h where h.organization_id = o.organization_id),
      (select max(e.number) from events e where e.organization_id = o.organization_id), 0) as number
    from (select distinct b.organization_id, b.total from batch b) o
  ), heads as (
    insert into sequence_heads as h (organization_id, event_number)
    select s.organization_id, s.number + s.total from starts s order by s.organization_id
    on conflict (organization_id) do update set event_number = excluded.event_number
  )
  update events e set number = s.number + b.place
  from batch b join starts s on s.organization_id = b.organization_id
  where e.organization_id = b.organization_id and e.row_id = b.row_id
  returning e.organization_id::text as organization_id`;

/** The organization of each event that was numbered. */
export async function numberEvents(tx: Transaction, atMost: number): Promise<string[]> {
  const rows = await tx.prepared<{ organization_id: string }>('number_events', NUMBER_EVENTS_SQL, [atMost]);
  return rows.map(({ organization_id }) => organization_id);
}

export type UnnumberedAudit = Omit<AuditContent, 'number'>;

export function listUnnumberedAudit(tx: Transaction, atMost: number): Promise<UnnumberedAudit[]> {
  return tx.prepared<UnnumberedAudit>(
    'unnumbered_audit',
    `select a.organization_id::text as organization_id, a.row_id::text as row_id,
       extract(epoch from a.at)::text as at_epoch, a.actor, a.action, a.subject,
       encode(a.document_hash, 'hex') as document_hash
     from audit_records a where a.number is null order by a.row_id limit $1`,
    [atMost],
  );
}

export type AuditHead = { organization_id: string; number: string; hash: string };

/** One for each organization asked for, also where nothing has been numbered yet. */
export function listAuditHeads(tx: Transaction, organizationIds: readonly string[]): Promise<AuditHead[]> {
  return tx.prepared<AuditHead>(
    'audit_heads',
    `select k.organization_id::text as organization_id, coalesce(encode(h.audit_hash, 'hex'), '') as hash, greatest(
       h.audit_number,
       (select max(a.number) from audit_records a where a.organization_id = k.organization_id), 0)::text as number
     from unnest($1::bigint[]) as k (organization_id)
     left join sequence_heads h on h.organization_id = k.organization_id`,
    [organizationIds],
  );
}

export type NumberedAudit = { organizationId: string; rowId: string; number: string; chainHash: Buffer };

export async function storeAuditNumbers(tx: Transaction, rows: readonly NumberedAudit[]): Promise<void> {
  await tx.prepared(
    'number_audit',
    `update audit_records a set number = k.number, chain_hash = decode(k.chain_hash, 'hex')
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
       as k (organization_id, row_id, number, chain_hash)
     where a.organization_id = k.organization_id and a.row_id = k.row_id`,
    [
      rows.map(({ organizationId }) => organizationId),
      rows.map(({ rowId }) => rowId),
      rows.map(({ number }) => number),
      rows.map(({ chainHash }) => chainHash.toString('hex')),
    ],
  );
}

export async function storeAuditHeads(tx: Transaction, heads: readonly AuditHead[]): Promise<void> {
  await tx.prepared(
    'store_audit_heads',
    `insert into sequence_heads as h (organization_id, audit_number, audit_hash)
     select k.organization_id, k.number, decode(k.hash, 'hex')
     from unnest($1::bigint[], $2::bigint[], $3::text[]) as k (organization_id, number, hash)
     order by k.organization_id
     on conflict (organization_id) do update
       set audit_number = excluded.audit_number, audit_hash = excluded.audit_hash`,
    [
      heads.map(({ organization_id }) => organization_id),
      heads.map(({ number }) => number),
      heads.map(({ hash }) => hash),
    ],
  );
}

/** Wakes whoever follows the events of these organizations, once the round is committed. */
export async function tellFollowers(tx: Transaction, organizationIds: Iterable<string>): Promise<void> {
  const payload = [...new Set(organizationIds)].join(',');
  await tx.prepared('tell_followers', `select pg_notify('farol_numbered', $1)`, [
    payload.length > MAX_PAYLOAD ? '' : payload,
  ]);
}
