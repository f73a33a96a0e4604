// Consents as they are shown; nothing of them is ever changed but that they are revoked.
import type { Transaction } from '../../platform/db/database.ts';

export type ConsentMode = 'OWN_PROOF' | 'LINKED_ITEM';
export type NewConsent = {
  organizationId: number;
  id: string;
  documentHash: Buffer;
  mode: ConsentMode;
  proofHash: Buffer;
  wrappedProof: Buffer;
  expiresAt: string | null;
};
export type ConsentRow = { id: string; created_at: Date; expires_at: Date | null; revoked_at: Date | null };

/** Of `scr_consents s`. One that has ended or was revoked counts as none, whatever is asked. */
export const IN_FORCE_SQL = `s.revoked_at is null and (s.expires_at is null or s.expires_at > clock_now())`;

const ADD_SQL = `
  insert into scr_consents (organization_id, id, document_hash, mode, proof_hash, wrapped_proof, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (organization_id, document_hash, mode, proof_hash) do nothing
  returning id, created_at, expires_at, revoked_at`;

const FIND_SQL = `
  select c.id, c.created_at, c.expires_at, c.revoked_at from scr_consents c
  where c.organization_id = $1 and c.document_hash = $2 and c.mode = $3 and c.proof_hash = $4`;

/** The same proof shown again is the consent that is there already. */
export async function addConsent(
  tx: Transaction,
  consent: NewConsent,
): Promise<ConsentRow & { isNew: boolean }> {
  const { organizationId, id, documentHash, mode, proofHash, wrappedProof, expiresAt } = consent;
  const values = [organizationId, id, documentHash, mode, proofHash, wrappedProof, expiresAt];
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

export type RevokedConsent = {
  mode: ConsentMode;
  document_hash: Buffer;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date;
  /** It was revoked just now, and not before. */
  is_first: boolean;
};

const REVOKE_SQL = `
  with locked as (
    select c.organization_id, c.id, c.revoked_at from scr_consents c
    where c.organization_id = $1 and c.id = $2
    for no key update
  )
  update scr_consents c set revoked_at = coalesce(l.revoked_at, clock_now())
  from locked l
  where c.organization_id = l.organization_id and c.id = l.id
  returning c.mode, c.document_hash, c.created_at, c.expires_at, c.revoked_at, l.revoked_at is null as is_first`;

/** Once and for good: revoking it again leaves the time as it is. */
export async function revokeConsent(
  tx: Transaction,
  organizationId: number,
  consentId: string,
): Promise<RevokedConsent | null> {
  const [row] = await tx.prepared<RevokedConsent>('revoke_scr_consent', REVOKE_SQL, [
    organizationId,
    consentId,
  ]);
  return row ?? null;
}
