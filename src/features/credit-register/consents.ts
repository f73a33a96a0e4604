// Consents: what a caller shows as proof, kept encrypted, what a source is shown of it, and how they end.
import { parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Create } from '../../platform/effects/creates.ts';
import type { GroupCommit } from '../../platform/effects/group-commit.ts';
import type { KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { addConsent, revokeConsent } from './consent-store.ts';
import type { ConsentRow } from './consent-store.ts';
import type { Consent } from './ports.ts';
import type { ConsentBody, RevokedAnswer } from './schemas.ts';
import { createWrapping } from './wrapping.ts';

export type ShownConsent = Exclude<Consent, { mode: 'VENDOR_COLLECTS' }>;

export type WantedConsent = {
  readonly organizationId: number;
  readonly document: Document;
  readonly consent: ShownConsent;
  readonly expiresAt: string | null;
  readonly actor: string;
};
export type ConsentCreates = GroupCommit<Create<WantedConsent>, KeptAnswer>;

export function requireDocument(text: string): Document {
  const document = parseDocument(text);
  if (isFault(document)) {
    throw new FarolError('DOCUMENT_INVALID');
  }
  return document;
}

function invalid(path: string, message: string): FarolError {
  return new FarolError('PARAMETER_INVALID', { message: `${path} ${message}`, details: [{ path, message }] });
}

function readSigner(signer: { name: string; document: string; email?: string }) {
  const doc = parseDocument(signer.document);
  if (isFault(doc)) {
    throw invalid('/signers', 'must have valid documents');
  }
  return { name: signer.name, doc, ...(signer.email === undefined ? {} : { email: signer.email }) };
}

/** What the shape alone cannot tell: that the day exists, has come, and that the signers have documents. */
export function readConsent(body: ConsentBody, nowMs: number): ShownConsent {
  if (body.mode === 'LINKED_ITEM') {
    return { mode: body.mode, itemId: body.itemId };
  }
  const { mode, textHash, ip, sessionId, documentRef } = body;
  const signedMs = Date.parse(body.signedAt);
  if (!(signedMs <= nowMs)) {
    throw invalid('/signedAt', 'must be a time that has passed');
  }
  return {
    mode,
    textHash,
    signedAt: new Date(signedMs).toISOString(),
    ...(ip === undefined ? {} : { ip }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(documentRef === undefined ? {} : { documentRef }),
    signers: body.signers.map(readSigner),
  };
}

/** Null: it is good until it is revoked. */
export function readEnd({ expiresAt }: ConsentBody, nowMs: number): string | null {
  if (expiresAt === undefined) {
    return null;
  }
  const endMs = Date.parse(expiresAt);
  if (!(endMs > nowMs)) {
    throw invalid('/expiresAt', 'must be a time to come');
  }
  return new Date(endMs).toISOString();
}

/**
 * A proof stands for one consent, for good: what was revoked does not come back by being shown once more, and what has an
 * end does not get another.
 */
function refuseAnother({ revoked_at, expires_at }: ConsentRow, expiresAt: string | null): void {
  if (revoked_at !== null) {
    throw new FarolError('CONFLICT', { message: 'This consent was revoked, and a new one is needed' });
  }
  if ((expires_at?.toISOString() ?? null) !== expiresAt) {
    throw new FarolError('CONFLICT', { message: 'This proof is on record with another end' });
  }
}

/** The kind without which nothing is asked or told; null for none. */
export function neededModeOf(settings: {
  readonly consentMode: Consent['mode'] | null;
  readonly isConsentRequired: boolean;
}): Consent['mode'] | null {
  return settings.isConsentRequired ? settings.consentMode : null;
}

/** The sandbox's invented people have all agreed; the source decides for which of them it plays a missing consent. */
export function consentOfSandbox(mode: Consent['mode'], document: string, signedAt: string): Consent {
  if (mode === 'LINKED_ITEM') {
    return { mode, itemId: `sandbox-${document}` };
  }
  return mode === 'OWN_PROOF' ? { mode, textHash: 'sandbox', signedAt, signers: [] } : { mode, signers: [] };
}

export function groupConsents(database: Database, keyring: Keyring): ConsentCreates {
  const wrapping = createWrapping(keyring);
  const write = async (
    tx: Parameters<typeof addConsent>[0],
    { organizationId, document, consent, expiresAt, actor }: WantedConsent,
  ): Promise<KeptAnswer> => {
    const row = { organizationId, id: newId() };
    const [documentHash, proof] = [wrapping.hashDocument(document), JSON.stringify(consent)];
    const kept = await addConsent(tx, {
      ...row,
      documentHash,
      mode: consent.mode,
      proofHash: wrapping.hashProof(proof),
      wrappedProof: wrapping.wrap(row, 'proof', JSON.stringify({ document, consent })),
      expiresAt,
    });
    refuseAnother(kept, expiresAt);
    const action = kept.isNew ? 'scr.consent' : 'scr.consent.again';
    recordAudit(tx, [{ organizationId, actor, action, subject: `consent ${kept.id}`, documentHash }]);
    const createdAt = kept.created_at.toISOString();
    const answer = { consentId: kept.id, organizationId, document, mode: consent.mode, createdAt, expiresAt };
    return { status: 200, body: JSON.stringify(answer) };
  };
  return groupCreates<WantedConsent>({
    database,
    keyring,
    write: async (tx, accepted) => {
      const answers: KeptAnswer[] = [];
      for (const { input } of accepted) {
        answers.push(await write(tx, input));
      }
      return answers;
    },
  });
}

export type Revocation = (
  entry: Pick<Entry, 'organizationId' | 'scope'>,
  revoked: { consentId: string; actor: string },
) => Promise<RevokedAnswer>;

const CONSENT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createRevocation(database: Database): Revocation {
  return ({ organizationId, scope }, { consentId, actor }) =>
    database.transaction(scope, async (tx) => {
      const row = CONSENT_ID.test(consentId) ? await revokeConsent(tx, organizationId, consentId) : null;
      if (row === null) {
        throw new FarolError('NOT_FOUND', { message: 'Consent not found' });
      }
      const action = row.is_first ? 'scr.consent.revoke' : 'scr.consent.revoke.again';
      const [subject, documentHash] = [`consent ${consentId}`, row.document_hash];
      recordAudit(tx, [{ organizationId, actor, action, subject, documentHash }]);
      return {
        consentId,
        organizationId,
        mode: row.mode,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at?.toISOString() ?? null,
        revokedAt: row.revoked_at.toISOString(),
      };
    });
}
