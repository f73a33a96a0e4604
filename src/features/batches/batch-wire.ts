// A batch and its results as they are told.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { openSubject, reasonOf } from '../analysis/index.ts';
import type { SummaryWire } from '../analysis/index.ts';
import type { BatchRow, Counts, ResultRow } from './queries.ts';
import type { BatchStatus, DocumentStatus } from './rules.ts';
import { openDocument } from './sealed-document.ts';

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

export type BatchHead = {
  readonly batchId: number;
  readonly status: BatchStatus;
  readonly total: number;
  readonly accepted: number;
  readonly refused: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly cancelledAt: string | null;
  readonly endedAt: string | null;
};

export function headToWire(row: BatchRow): BatchHead {
  return {
    batchId: Number(row.id),
    status: row.status,
    total: row.total,
    accepted: row.total - row.refused,
    refused: row.refused,
    createdAt: row.created_at.toISOString(),
    startedAt: timeOf(row.started_at),
    cancelledAt: timeOf(row.cancelled_at),
    endedAt: timeOf(row.ended_at),
  };
}

export type SignAddress = (file: { readonly folder: string; readonly filename: string }) => string;

type BatchWire = BatchHead & {
  readonly documents: Counts;
  readonly unitsCharged: number;
  readonly unitsGivenBack: number;
  readonly spreadsheet: {
    readonly filename: string;
    readonly bytes: number;
    readonly totalProcesses: number;
    readonly urlTemp: string;
  } | null;
};

export function batchToWire(row: BatchRow, documents: Counts, signAddress: SignAddress): BatchWire {
  const { report } = row;
  const head = headToWire(row);
  return {
    ...head,
    documents,
    unitsCharged: head.accepted,
    unitsGivenBack: documents.cancelled + documents.error,
    spreadsheet:
      report === null
        ? null
        : {
            filename: report.filename,
            bytes: report.bytes,
            totalProcesses: report.rows,
            urlTemp: signAddress(report),
          },
  };
}

export type ResultWire = {
  readonly line: number;
  readonly document: string;
  readonly documentInfo: string;
  readonly status: DocumentStatus;
  readonly reason: string;
  readonly userPlanConsumeUniqueId: number;
  readonly userPlanConsumeAnalyticsId: number;
  readonly statusProtest: string;
  readonly statusDebtor: string;
  readonly statusQSA: string;
  readonly summary: SummaryWire | null;
};

const CANCELLED = 'The batch was cancelled before its turn came. The unit was given back.';

export function resultToWire(keyring: Keyring, organizationId: number, row: ResultRow): ResultWire {
  const { wrapped_subject: sealed, document_hash: documentHash, analysis_id: analysisId } = row;
  const subject =
    sealed === null || documentHash === null
      ? { document: openDocument(keyring, { organizationId, analysisId }, row.wrapped_document), name: '' }
      : openSubject(keyring, { organizationId, documentHash }, sealed);
  const isDone = row.status === 'DONE' && row.summary !== null;
  return {
    line: row.line,
    document: subject.document,
    documentInfo: subject.name,
    status: row.status,
    reason: row.status === 'CANCELLED' ? CANCELLED : reasonOf(row.fault),
    userPlanConsumeUniqueId: Number(row.document_id ?? 0),
    userPlanConsumeAnalyticsId: row.document_id === null ? 0 : Number(analysisId),
    statusProtest: row.status_protest ?? 'INITIAL',
    statusDebtor: row.status_debtor ?? 'INITIAL',
    statusQSA: row.status_qsa ?? 'INITIAL',
    summary: isDone ? (JSON.parse(row.summary ?? '') as SummaryWire) : null,
  };
}
