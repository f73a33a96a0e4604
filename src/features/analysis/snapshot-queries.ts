// One analysis as whoever looks behind its numbers needs it.
import type { Transaction } from '../../platform/db/database.ts';
import type { Status, StepStates } from './step.ts';

export type SnapshotName = {
  readonly organizationId: number;
  readonly analysisId: number;
  readonly uniqueId: number;
};

export type SnapshotRow = {
  id: string;
  document_hash: Buffer;
  wrapped_subject: Buffer;
  status: Status;
  status_index: Status;
  frozen_run: number | null;
  rules_version: number | null;
  steps: Partial<StepStates>;
  summary: string | null;
  cases_without_value: string;
  estimated_revenue: string;
  created_at: Date;
};

const SNAPSHOT_COLUMNS = `s.id::text, d.document_hash, d.wrapped_subject, s.status, s.status_index, s.frozen_run,
  s.rules_version, s.steps, s.summary, s.cases_without_value::text, s.estimated_revenue::text, s.created_at`;

const SNAPSHOT_SQL = `
  select ${SNAPSHOT_COLUMNS} from analyses s
  join consumed_documents d on d.organization_id = s.organization_id and d.id = s.document_id
  where s.organization_id = $1 and s.id = $2 and s.document_id = $3`;

/** Null unless the analysis belongs to the organization and to the document of that id. */
export async function findSnapshotRow(
  tx: Transaction,
  { organizationId, analysisId, uniqueId }: SnapshotName,
): Promise<SnapshotRow | null> {
  const values = [organizationId, analysisId, uniqueId];
  const [row] = await tx.prepared<SnapshotRow>('find_snapshot', SNAPSHOT_SQL, values);
  return row ?? null;
}

const EARLIER_SQL = `
  select ${SNAPSHOT_COLUMNS} from analyses s
  join consumed_documents d on d.organization_id = s.organization_id and d.id = s.document_id
  where s.organization_id = $1 and s.document_id = $3 and s.id <= $2 and s.status = 'DONE'
  order by s.id desc limit $4`;

/** Those of the same document that are done, the newest first, up to the one that is named. */
export function listSnapshotRows(
  tx: Transaction,
  { organizationId, analysisId, uniqueId }: SnapshotName,
  limit: number,
): Promise<SnapshotRow[]> {
  return tx.prepared('list_snapshots', EARLIER_SQL, [organizationId, analysisId, uniqueId, limit]);
}
