// One hash of a document for all features, so that the audit can be searched for a person over all of them.
import type { Keyring } from './keyring.ts';

/** The document bare and in upper case. */
export function hashDocument(keyring: Keyring, document: string): Buffer {
  return keyring.keyedHash('document', document);
}
