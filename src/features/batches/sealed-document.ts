// A document as its line of a batch keeps it: encrypted, and bound to the analysis that it becomes, whose id no other line has.
import type { Document } from '../../documents/document.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';

export type DocumentRow = { readonly organizationId: number; readonly analysisId: string };

function placeOf({ organizationId, analysisId }: DocumentRow): string {
  return JSON.stringify(['batch_documents', organizationId, analysisId]);
}

export function sealDocument(keyring: Keyring, row: DocumentRow, document: Document): Buffer {
  return keyring.wrap(Buffer.from(document), placeOf(row));
}

export function openDocument(keyring: Keyring, row: DocumentRow, sealed: Uint8Array): Document {
  return keyring.unwrap(sealed, placeOf(row)).toString() as Document;
}
