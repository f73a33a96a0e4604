// What follows from an analysis for the document and its record of consumption.
import { textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';

export type RecordName = { readonly organizationId: number; readonly documentId: string };

const SUBJECT_SQL = `
  update consumed_documents set wrapped_subject = $3, registry_status = $4
  where organization_id = $1 and id = $2`;

export function updateSubject(
  tx: Transaction,
  { organizationId, documentId }: RecordName,
  { sealedSubject, registryStatus }: { sealedSubject: Buffer; registryStatus: string },
): void {
  tx.send('update_subject', SUBJECT_SQL, [organizationId, documentId, sealedSubject, registryStatus]);
}

const DONE_SQL = `
  update consumption_records
  set latest_analysis_id = $3, latest_total = $4, latest_risk = $5, updated_at = greatest(clock_now(), updated_at)
  where organization_id = $1 and document_id = $2 and module = 'ANALYTICS' and latest_analysis_id < $3`;

/** An older analysis that ends later does not take the place of a newer one. */
export function noteDone(
  tx: Transaction,
  { organizationId, documentId }: RecordName,
  { analysisId, total, risk }: { analysisId: string; total: number; risk: number },
): void {
  tx.send('note_analysis_done', DONE_SQL, [organizationId, documentId, analysisId, total, risk]);
}

const REFUND_SQL = `
  update consumption_records
  set consumed = consumed - $3, updated_at = greatest(clock_now(), updated_at)
  where organization_id = $1 and document_id = $2 and module = 'ANALYTICS'`;

/** Behind the ledger's own refund: the rows are locked in the order in which a create locks them. */
export function noteRefund(tx: Transaction, { organizationId, documentId }: RecordName, units: number): void {
  tx.send('note_analysis_refund', REFUND_SQL, [organizationId, documentId, units]);
}

const FINDINGS_SQL = `
  insert into analysis_findings (organization_id, analysis_id, step, wrapped_findings) values ($1, $2, $3, $4)
  on conflict (organization_id, analysis_id, step) do update set wrapped_findings = excluded.wrapped_findings`;

export function keepFindings(
  tx: Transaction,
  { organizationId, analysisId }: { organizationId: number; analysisId: string },
  { step, sealedFindings }: { step: string; sealedFindings: Buffer },
): void {
  tx.send('keep_findings', FINDINGS_SQL, [organizationId, analysisId, step, sealedFindings]);
}

export type FindingsOfMany = {
  readonly analysisId: string;
  readonly step: string;
  readonly sealedFindings: Buffer;
};

/** Of analyses that are made in this very transaction. */
export function keepFindingsOfMany(
  tx: Transaction,
  organizationId: number,
  findings: readonly FindingsOfMany[],
): void {
  if (findings.length === 0) return;
  tx.send(
    'keep_findings_of_many',
    `insert into analysis_findings (organization_id, analysis_id, step, wrapped_findings)
     select $1::bigint, f.analysis_id, f.step, decode(f.wrapped_findings, 'hex')
     from unnest($2::bigint[], $3::text[], $4::text[]) as f (analysis_id, step, wrapped_findings)`,
    [
      organizationId,
      textArray(findings.map(({ analysisId }) => analysisId)),
      textArray(findings.map(({ step }) => step)),
      textArray(findings.map(({ sealedFindings }) => sealedFindings.toString('hex'))),
    ],
  );
}

export function listFindings(
  tx: Transaction,
  organizationId: number,
  analysisId: string,
): Promise<{ step: string; wrapped_findings: Buffer }[]> {
  return tx.prepared(
    'list_findings',
    `select f.step, f.wrapped_findings from analysis_findings f where f.organization_id = $1 and f.analysis_id = $2`,
    [organizationId, analysisId],
  );
}
