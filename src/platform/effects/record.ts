// What the rest of the program calls to tell of something and to put it on record. Both write in the caller's own
// transaction, so that there is no event and no audit row of what did not happen, and none missing of what did.
import type { Transaction } from '../db/database.ts';

export type EventToRecord = {
  organizationId: number;
  /** Such as `cnh.completed`. */
  type: string;
  data: Readonly<Record<string, unknown>>;
};

export type AuditToRecord = {
  organizationId: number;
  /** `session …`, `token …`, `worker` or `operator`. */
  actor: string;
  action: string;
  /** Ids only; nothing personal. */
  subject: string;
  /** A keyed hash of the document that was looked at. */
  documentHash: Buffer | null;
};

const EVENTS_SQL = `
  insert into events (organization_id, type, data)
  select k.organization_id, k.type, k.data::jsonb
  from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as k (organization_id, type, data, place)
  order by k.place`;

const AUDIT_SQL = `
  insert into audit_records (organization_id, actor, action, subject, document_hash)
  select k.organization_id, k.actor, k.action, k.subject, decode(k.document_hash, 'hex')
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
    with ordinality as k (organization_id, actor, action, subject, document_hash, place)
  order by k.place`;

/** Events of one organization are told in the order given. */
export async function recordEvents(tx: Transaction, events: readonly EventToRecord[]): Promise<void> {
  if (events.length === 0) {
    return;
  }
  await tx.prepared('record_events', EVENTS_SQL, [
    events.map(({ organizationId }) => organizationId),
    events.map(({ type }) => type),
    events.map(({ data }) => JSON.stringify(data)),
  ]);
}

export async function recordAudit(tx: Transaction, rows: readonly AuditToRecord[]): Promise<void> {
  if (rows.length === 0) {
    return;
  }
  await tx.prepared('record_audit', AUDIT_SQL, [
    rows.map(({ organizationId }) => organizationId),
    rows.map(({ actor }) => actor),
    rows.map(({ action }) => action),
    rows.map(({ subject }) => subject),
    rows.map(({ documentHash }) => documentHash?.toString('hex') ?? null),
  ]);
}
