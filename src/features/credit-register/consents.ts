import { parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
// Consents: what a caller shows as proof, kept encrypted, and what a source is shown of it.
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Create } from '../../platform/effects/creates.ts';
import type { GroupCommit } from '../../platform/effects/group-commit.ts';
import type { KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { newId } from '../../platform/ids.ts';
import { addConsent } from './consent-store.ts';
import type { Consent } from './ports.ts';
import type { ConsentBody } from './schemas.ts';
import { createWrapping } from './wrapping.ts';

export type ShownConsent = Exclude<Consent, { mode: 'VENDOR_COLLECTS' }>;

export type WantedConsent = {
  readonly organizationId: number;
  readonly document: Document;
  readonly consent: ShownConsent;
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
    { organizationId, document, consent, actor }: WantedConsent,
  ): Promise<KeptAnswer> => {
    const row = { organizationId, id: newId() };
    const [documentHash, proof] = [wrapping.hashDocument(document), JSON.stringify(consent)];
    const kept = await addConsent(tx, {
      ...row,
      documentHash,
      mode: consent.mode,
      proofHash: wrapping.hashProof(proof),
      wrappedProof: wrapping.wrap(row, 'proof', JSON.stringify({ document, consent })),
    });
    const action = kept.isNew ? 'scr.consent' : 'scr.consent.again';
    recordAudit(tx, [{ organizationId, actor, action, subject: `consent ${kept.id}`, documentHash }]);
    const createdAt = kept.created_at.toISOString();
    const answer = { consentId: kept.id, organizationId, document, mode: consent.mode, createdAt };
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
