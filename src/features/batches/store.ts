// Batches as they are taken, gone through, cancelled and ended. Whoever changes documents of a batch holds its row first.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** For so many analyses, before any of them is charged. */
export async function drawAnalysisIds(tx: Transaction, count: number): Promise<string[]> {
  const rows = await tx.prepared<{ id: string }>(
    'draw_analysis_ids',
    `select nextval('analysis_ids')::text as id from generate_series(1, $1::integer)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

export type NewBatch = {
  readonly organizationId: number;
  readonly actor: string;
  readonly total: number;
  readonly refused: number;
  readonly createdAt: string;
};

export async function addBatch(tx: Transaction, batch: NewBatch): Promise<number> {
  const [row] = await tx.prepared<{ id: string }>(
    'add_batch',
    `insert into batches (organization_id, actor, total, refused, created_at) values ($1, $2, $3, $4, $5)
     returning id::text`,
    [batch.organizationId, batch.actor, batch.total, batch.refused, batch.createdAt],
  );
  return Number(row?.id);
}

export type NewDocument = {
  readonly line: number;
  readonly analysisId: string;
  readonly sealedDocument: Buffer;
};
export type BatchName = { readonly organizationId: number; readonly batchId: number };

const ADD_DOCUMENTS_SQL = `
  insert into batch_documents (organization_id, batch_id, line, analysis_id, plan_id, wrapped_document)
  select $1, $2, d.line, d.analysis_id, d.plan_id, decode(d.wrapped_document, 'hex')
  from unnest($3::integer[], $4::bigint[], $5::bigint[], $6::text[]) as d (line, analysis_id, plan_id, wrapped_document)`;

/** `planIds` tells what each of them was charged to. */
export function addDocuments(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  documents: readonly NewDocument[],
  planIds: readonly number[],
): void {
  tx.send('add_batch_documents', ADD_DOCUMENTS_SQL, [
    organizationId,
    batchId,
    numberArray(documents.map(({ line }) => line)),
    textArray(documents.map(({ analysisId }) => analysisId)),
    numberArray(planIds),
    textArray(documents.map(({ sealedDocument }) => sealedDocument.toString('hex'))),
  ]);
}

const HOLD_SQL = `
  update batches
  set status = case status when 'INITIAL' then 'PROCESSING' else status end,
    started_at = coalesce(started_at, clock_now())
  where organization_id = $1 and id = $2 and ended_at is null
  returning id`;
const TAKE_SQL = `
  update batch_documents set state = 'TAKEN'
  where organization_id = $1 and batch_id = $2 and line = any ($3::integer[]) and state = 'WAITING'
  returning line`;

/** The lines that were still waiting: some may have been cancelled meanwhile. */
export async function takeLines(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  lines: readonly number[],
): Promise<ReadonlySet<number>> {
  await tx.prepared('hold_batch', HOLD_SQL, [organizationId, batchId]);
  const values = [organizationId, batchId, numberArray(lines)];
  const rows = await tx.prepared<{ line: number }>('take_batch_lines', TAKE_SQL, values);
  return new Set(rows.map(({ line }) => line));
}

const CANCEL_SQL = `
  update batches set status = $3::text, cancelled_at = case $3::text when 'CANCELLED' then clock_now() end
  where organization_id = $1 and id = $2 and status in ('INITIAL', 'PROCESSING')
  returning id`;
const CANCEL_WAITING_SQL = `
  update batch_documents set state = 'CANCELLED'
  where organization_id = $1 and batch_id = $2 and state = 'WAITING'
  returning analysis_id::text`;

/** The analyses that will not be made; null when the batch is not going on. */
export async function cancelWaiting(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  status: 'CANCELLED' | 'ERROR',
): Promise<string[] | null> {
  const held = await tx.prepared('cancel_batch', CANCEL_SQL, [organizationId, batchId, status]);
  if (held.length === 0) return null;
  const values = [organizationId, batchId];
  const rows = await tx.prepared<{ analysis_id: string }>('cancel_waiting', CANCEL_WAITING_SQL, values);
  return rows.map(({ analysis_id: id }) => id);
}

export type BatchReport = {
  readonly folder: string;
  readonly filename: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Cases in it. */
  readonly rows: number;
};

const END_SQL = `
  update batches
  set status = case status when 'CANCELLED' then 'CANCELLED' when 'ERROR' then 'ERROR' else 'DONE' end,
    started_at = coalesce(started_at, clock_now()), ended_at = clock_now(), report = $3::jsonb
  where organization_id = $1 and id = $2 and ended_at is null
  returning status`;

/** The status that it ended with; null when it had ended before. */
export async function endBatch(
  tx: Transaction,
  { organizationId, batchId }: BatchName,
  report: BatchReport | null,
): Promise<string | null> {
  const values = [organizationId, batchId, report === null ? null : JSON.stringify(report)];
  const [row] = await tx.prepared<{ status: string }>('end_batch', END_SQL, values);
  return row?.status ?? null;
}
