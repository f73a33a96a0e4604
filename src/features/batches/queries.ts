// Batches and their documents as they are read back. How a document fares is told by its analysis.
import type { Transaction } from '../../platform/db/database.ts';
import type { BatchStatus, DocumentStatus } from './rules.ts';
import type { BatchName, BatchReport } from './store.ts';

export type BatchRow = {
  id: string;
  actor: string;
  status: BatchStatus;
  total: number;
  refused: number;
  report: BatchReport | null;
  created_at: Date;
  started_at: Date | null;
  cancelled_at: Date | null;
  ended_at: Date | null;
};

const COLUMNS = `b.id::text, b.actor, b.status, b.total, b.refused, b.report, b.created_at, b.started_at, b.cancelled_at,
  b.ended_at`;

export async function findBatch(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
): Promise<BatchRow | null> {
  const [row] = await tx.prepared<BatchRow>(
    'find_batch',
    `select ${COLUMNS} from batches b where b.organization_id = $1 and b.id = $2`,
    [organizationId, batchId],
  );
  return row ?? null;
}

/** The newest first. */
export function listBatches(
  tx: Transaction,
  { organizationId, before, limit }: { organizationId: number; before: number | null; limit: number },
): Promise<BatchRow[]> {
  return tx.prepared<BatchRow>(
    'list_batches',
    `select ${COLUMNS} from batches b
     where b.organization_id = $1 and b.id < coalesce($2::bigint, 9223372036854775807)
     order by b.id desc limit $3`,
    [organizationId, before, limit],
  );
}

export type WaitingRow = { line: number; analysis_id: string; plan_id: string; wrapped_document: Buffer };

/** In the order of their lines. */
export function listWaiting(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  limit: number,
): Promise<WaitingRow[]> {
  return tx.prepared<WaitingRow>(
    'list_waiting_documents',
    `select d.line, d.analysis_id::text, d.plan_id::text, d.wrapped_document from batch_documents d
     where d.organization_id = $1 and d.batch_id = $2 and d.state = 'WAITING' order by d.line limit $3`,
    [organizationId, batchId, limit],
  );
}

const STATUS = `case d.state when 'TAKEN' then case a.status when 'INITIAL' then 'PROCESSING' else a.status end
  else d.state end`;
const FROM_DOCUMENTS = `
  from batch_documents d
  left join analyses a on a.organization_id = d.organization_id and a.id = d.analysis_id and d.state = 'TAKEN'`;

export type Counts = Readonly<Record<Lowercase<DocumentStatus>, number>>;

const COUNT_SQL = `
  select count(*) filter (where s.status = 'WAITING')::integer as waiting,
    count(*) filter (where s.status = 'PROCESSING')::integer as processing,
    count(*) filter (where s.status = 'DONE')::integer as done,
    count(*) filter (where s.status = 'ERROR')::integer as error,
    count(*) filter (where s.status = 'CANCELLED')::integer as cancelled
  from (select ${STATUS} as status ${FROM_DOCUMENTS} where d.organization_id = $1 and d.batch_id = $2) s`;

export async function countDocuments(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
): Promise<Counts> {
  const [row] = await tx.prepared<Counts>('count_batch_documents', COUNT_SQL, [organizationId, batchId]);
  return row ?? { waiting: 0, processing: 0, done: 0, error: 0, cancelled: 0 };
}

export type ResultRow = {
  line: number;
  analysis_id: string;
  wrapped_document: Buffer;
  status: DocumentStatus;
  /** Null until its turn has come, as is all that follows. */
  document_id: string | null;
  document_hash: Buffer | null;
  wrapped_subject: Buffer | null;
  status_protest: string | null;
  status_debtor: string | null;
  status_qsa: string | null;
  fault: string | null;
  /** JSON text. */
  summary: string | null;
  frozen_run: number | null;
  rules_version: number | null;
};

const RESULTS_SQL = `
  select * from (
    select d.line, d.analysis_id::text, d.wrapped_document, ${STATUS} as status, a.document_id::text, c.document_hash,
      c.wrapped_subject, a.status_protest, a.status_debtor, a.status_qsa, a.fault, a.summary, a.frozen_run,
      a.rules_version
    ${FROM_DOCUMENTS}
    left join consumed_documents c on c.organization_id = a.organization_id and c.id = a.document_id
    where d.organization_id = $1 and d.batch_id = $2 and d.line > $3
  ) r
  where $4::text is null or r.status = $4
  order by r.line limit $5`;

export type ResultRange = {
  readonly after: number;
  readonly limit: number;
  readonly status: DocumentStatus | null;
};

export function listResults(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  { after, limit, status }: ResultRange,
): Promise<ResultRow[]> {
  return tx.prepared<ResultRow>('list_batch_results', RESULTS_SQL, [
    organizationId,
    batchId,
    after,
    status,
    limit,
  ]);
}

/** Units that are left in these plans together. */
export async function countUnits(
  tx: Transaction,
  organizationId: number,
  planIds: readonly number[],
): Promise<number> {
  const [row] = await tx.prepared<{ available: string }>(
    'count_units',
    `select coalesce(sum(greatest(s.granted - s.consumed, 0)), 0)::text as available from subscriptions s
     where s.organization_id = $1 and s.plan_id = any ($2::bigint[]) and s.ended_at is null`,
    [organizationId, planIds],
  );
  return Number(row?.available ?? 0);
}
