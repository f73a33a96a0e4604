// Records of consumption of the monitoring module.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { RecordName } from './consumption-store.ts';

export type MonitoredRow = {
  organizationId: number;
  documentHash: Buffer;
  documentType: string;
  sealedSubject: Buffer;
  planId: number;
  createdAt: string;
  pausableAt: string;
};

/**
 * A document that was analysed before keeps what is known of it. One that was removed and is added again goes on with its
 * record. Rows are locked in the order of their keys.
 */
const ADD_SQL = `
  with wanted as materialized (
    select w.organization_id, decode(w.document_hash, 'hex') as document_hash, w.document_type,
      decode(w.wrapped_subject, 'hex') as wrapped_subject, p.id as plan_id, p.type_plan, w.created_at, w.pausable_at
    from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
      as w (organization_id, document_hash, document_type, wrapped_subject, plan_id, created_at, pausable_at)
    join plans p on p.id = w.plan_id
  ), documents as (
    insert into consumed_documents as d
      (organization_id, document_hash, document_type, wrapped_subject, registry_status, created_at)
    select w.organization_id, w.document_hash, w.document_type, w.wrapped_subject, 'NOT_FOUND', w.created_at
    from wanted w order by w.organization_id, w.document_hash
    on conflict (organization_id, document_hash) do update set registry_status = d.registry_status
    returning d.organization_id, d.id, d.document_hash
  ), records as (
    insert into consumption_records as r
      (organization_id, document_id, module, plan_id, type_plan, consumed, pausable_at, created_at, updated_at)
    select w.organization_id, d.id, 'MONITORING', w.plan_id, w.type_plan, 1, w.pausable_at, w.created_at, w.created_at
    from wanted w join documents d using (organization_id, document_hash)
    order by w.organization_id, d.id
    on conflict (organization_id, document_id, module) do update
      set consumed = r.consumed + excluded.consumed, plan_id = excluded.plan_id, type_plan = excluded.type_plan,
        plan_changed_at = coalesce(r.plan_changed_at,
          case when r.plan_id <> excluded.plan_id then excluded.updated_at end),
        pausable_at = excluded.pausable_at, paused_at = null, deleted_at = null,
        updated_at = greatest(r.updated_at, excluded.updated_at)
  )
  select d.organization_id::text, encode(d.document_hash, 'hex') as document_hash, d.id::text from documents d`;

type AddedRow = { organization_id: string; document_hash: string; id: string };

/** In any order; no document of an organization twice. */
export function addMonitored(tx: Transaction, rows: readonly MonitoredRow[]): Promise<AddedRow[]> {
  return tx.prepared<AddedRow>('add_monitored', ADD_SQL, [
    numberArray(rows.map(({ organizationId }) => organizationId)),
    textArray(rows.map(({ documentHash }) => documentHash.toString('hex'))),
    textArray(rows.map(({ documentType }) => documentType)),
    textArray(rows.map(({ sealedSubject }) => sealedSubject.toString('hex'))),
    numberArray(rows.map(({ planId }) => planId)),
    textArray(rows.map(({ createdAt }) => createdAt)),
    textArray(rows.map(({ pausableAt }) => pausableAt)),
  ]);
}

/** Times as PostgreSQL reads them. */
export type MonitoringState = {
  readonly pausableAt: string;
  readonly pausedAt: string | null;
  readonly deletedAt: string | null;
};

const STATE_SQL = `
  update consumption_records
  set pausable_at = $3, paused_at = $4, deleted_at = $5, updated_at = greatest(clock_now(), updated_at)
  where organization_id = $1 and document_id = $2 and module = 'MONITORING'`;

export function noteMonitoringState(
  tx: Transaction,
  { organizationId, documentId }: RecordName,
  { pausableAt, pausedAt, deletedAt }: MonitoringState,
): void {
  tx.send('note_monitoring_state', STATE_SQL, [organizationId, documentId, pausableAt, pausedAt, deletedAt]);
}
