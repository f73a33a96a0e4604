// Writes analyses that somebody has charged for: the document, its record of consumption, and who asked. What follows is
// their caller's: a job for each, or their end in the same transaction.
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { ANALYSIS_JOB, chargeSubject } from './jobs.ts';
import { sealSubject } from './sealed-subject.ts';
import { addAnalyses } from './store.ts';
import type { AddedAnalysis } from './store.ts';

export type AnalysisToMake = {
  organizationId: number;
  /** The unit was charged under it. */
  id: string;
  document: Document;
  /** As best known; empty when it is not. */
  name: string;
  registryStatus: string;
  planId: number;
  /** Who asked, as the audit names callers. */
  actor: string;
  createdAt: string;
};
type Made<T> = { readonly wanted: T; readonly added: AddedAnalysis };

/** In the order given. */
export async function makeAnalyses<T extends AnalysisToMake>(
  tx: Transaction,
  keyring: Keyring,
  wanted: readonly T[],
): Promise<Made<T>[]> {
  const rows = wanted.map((each) => {
    const { organizationId, id, document, registryStatus, planId, createdAt } = each;
    const documentHash = hashDocument(keyring, document);
    const sealedSubject = sealSubject(keyring, { organizationId, documentHash }, each);
    const type = documentType(document);
    return {
      organizationId,
      id,
      documentType: type,
      documentHash,
      sealedSubject,
      registryStatus,
      planId,
      createdAt,
    };
  });
  const added = new Map((await addAnalyses(tx, rows)).map((row) => [row.id, row]));
  recordAudit(
    tx,
    rows.map(({ organizationId, id, documentHash }, index) => ({
      organizationId,
      actor: wanted[index]?.actor ?? '',
      action: 'analysis.create',
      subject: chargeSubject(id),
      documentHash,
    })),
  );
  return wanted.map((each) => {
    const row = added.get(each.id);
    if (row === undefined) {
      throw new Error('An analysis was not stored');
    }
    return { wanted: each, added: row };
  });
}

export async function enqueueRuns(
  tx: Transaction,
  analyses: readonly Pick<AnalysisToMake, 'organizationId' | 'id'>[],
): Promise<void> {
  await enqueue(
    tx,
    ANALYSIS_JOB,
    analyses.map(({ organizationId, id }) => ({ organizationId, payload: { analysisId: Number(id) } })),
  );
}
