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
import { addAnalyses, addEndedAnalyses } from './making-store.ts';
import type { AddedAnalysis, EndedState, NewAnalysis } from './making-store.ts';
import { sealSubject } from './sealed-subject.ts';

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

function toRow(keyring: Keyring, wanted: AnalysisToMake): NewAnalysis {
  const { organizationId, id, document, registryStatus, planId, createdAt } = wanted;
  const documentHash = hashDocument(keyring, document);
  const sealedSubject = sealSubject(keyring, { organizationId, documentHash }, wanted);
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
}

async function make<T extends AnalysisToMake>(
  tx: Transaction,
  { keyring, wanted }: { keyring: Keyring; wanted: readonly T[] },
  add: (rows: readonly NewAnalysis[]) => Promise<AddedAnalysis[]>,
): Promise<Made<T>[]> {
  const rows = wanted.map((each) => toRow(keyring, each));
  const added = new Map((await add(rows)).map((row) => [row.id, row]));
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

/** In the order given. */
export function makeAnalyses<T extends AnalysisToMake>(
  tx: Transaction,
  keyring: Keyring,
  wanted: readonly T[],
): Promise<Made<T>[]> {
  return make(tx, { keyring, wanted }, (rows) => addAnalyses(tx, rows));
}

/** Those that are done as they are made; in the order given. */
export function makeEndedAnalyses<T extends AnalysisToMake & { readonly ended: EndedState }>(
  tx: Transaction,
  keyring: Keyring,
  wanted: readonly T[],
): Promise<Made<T>[]> {
  const ended = wanted.map((each) => each.ended);
  return make(tx, { keyring, wanted }, (rows) => addEndedAnalyses(tx, rows, ended));
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
