// What monitoring uses of the tables of consumption: a document and its record for each radar.
import { documentType } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { updateSubject } from './consumption-store.ts';
import type { RecordName } from './consumption-store.ts';
import { addMonitored } from './monitoring-store.ts';
import { sealSubject } from './sealed-subject.ts';
import { readSubject } from './subject-reading.ts';

export type MonitoredDocument = {
  organizationId: number;
  document: Document;
  documentHash: Buffer;
  /** What it is called where nothing better is known. */
  name: string;
  planId: number;
  createdAt: string;
  pausableAt: string;
};

/** One unit was used on each. Answers the id of each document in its organization, in the order given. */
export async function noteMonitored(
  tx: Transaction,
  keyring: Keyring,
  documents: readonly MonitoredDocument[],
): Promise<string[]> {
  const rows = documents.map((each) => ({
    ...each,
    documentType: documentType(each.document),
    sealedSubject: sealSubject(keyring, each, each),
  }));
  const nameOf = (organizationId: number | string, hash: string): string => `${organizationId} ${hash}`;
  const added = await addMonitored(tx, rows);
  const ids = new Map(added.map((row) => [nameOf(row.organization_id, row.document_hash), row.id]));
  return documents.map(({ organizationId, documentHash }) => {
    const id = ids.get(nameOf(organizationId, documentHash.toString('hex')));
    if (id === undefined) {
      throw new Error('A monitored document was not stored');
    }
    return id;
  });
}

/** Brings up to date what the registry says of a document, as an analysis of it would. */
export async function refreshMonitored(
  tx: Transaction,
  keyring: Keyring,
  monitored: RecordName & Pick<MonitoredDocument, 'document' | 'documentHash' | 'name'>,
): Promise<void> {
  const { organizationId, document, documentHash } = monitored;
  const { name, registryStatus } = await readSubject(tx, document);
  const subject = { document, name: name ?? monitored.name };
  const sealedSubject = sealSubject(keyring, { organizationId, documentHash }, subject);
  updateSubject(tx, monitored, { sealedSubject, registryStatus });
}
