// Consents as they are shown; nothing of them is ever changed.
import type { Transaction } from '../../platform/db/database.ts';

export type NewConsent = {
  organizationId: number;
  id: string;
  documentHash: Buffer;
  mode: 'OWN_PROOF' | 'LINKED_ITEM';
  proofHash: Buffer;
  wrappedProof: Buffer;
};
export type ConsentRow = { id: string; created_at: Date };

const ADD_SQL = `
  insert into scr_consents (organization_id, id, document_hash, mode, proof_hash, wrapped_proof)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, document_hash, mode, proof_hash) do nothing
  returning id, created_at`;

const FIND_SQL = `
  select c.id, c.created_at from scr_consents c
  where c.organization_id = $1 and c.document_hash = $2 and c.mode = $3 and c.proof_hash = $4`;

/** The same proof shown again is the consent that is there already. */
export async function addConsent(
  tx: Transaction,
  consent: NewConsent,
): Promise<ConsentRow & { isNew: boolean }> {
  const { organizationId, id, documentHash, mode, proofHash, wrappedProof } = consent;
  const values = [organizationId, id, documentHash, mode, proofHash, wrappedProof];
  const [added] = await tx.prepared<ConsentRow>('add_scr_consent', ADD_SQL, values);
  if (added !== undefined) {
    return { ...added, isNew: true };
  }
  const key = [organizationId, documentHash, mode, proofHash];
  const [known] = await tx.prepared<ConsentRow>('find_scr_consent', FIND_SQL, key);
  if (known === undefined) {
    throw new Error('A consent was not stored');
  }
  return { ...known, isNew: false };
}
