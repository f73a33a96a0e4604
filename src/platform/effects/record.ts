// What the rest of the program calls to tell of something and to put it on record. Both write in the caller's own
// transaction, so that there is no event and no audit row of what did not happen, and none missing of what did.
import type { AuditAction } from '../../audit-actions.ts';
import { numberArray, textArray } from '../db/array-text.ts';
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
  action: AuditAction;
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
export function recordEvents(tx: Transaction, events: readonly EventToRecord[]): void {
  if (events.length === 0) {
    return;
  }
  const values = [
    numberArray(events.map(({ organizationId }) => organizationId)),
    textArray(events.map(({ type }) => type)),
    textArray(events.map(({ data }) => JSON.stringify(data))),
  ];
  tx.send('record_events', EVENTS_SQL, values);
}

export function recordAudit(tx: Transaction, rows: readonly AuditToRecord[]): void {
  if (rows.length === 0) {
    return;
  }
  const values = [
    numberArray(rows.map(({ organizationId }) => organizationId)),
    textArray(rows.map(({ actor }) => actor)),
    textArray(rows.map(({ action }) => action)),
    textArray(rows.map(({ subject }) => subject)),
    textArray(rows.map(({ documentHash }) => documentHash?.toString('hex') ?? null)),
  ];
  tx.send('record_audit', AUDIT_SQL, values);
}
