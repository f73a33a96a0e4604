// What the register keeps, in and out of its encryption. Each value is bound to its row and its column: moved elsewhere
// it does not open.
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';

const PROOF_PURPOSE = 'consent proof';

type Row = { readonly organizationId: number; readonly id: string };
type Column = 'document' | 'ticket' | 'indicators' | 'raw' | 'proof';

export type Wrapping = {
  hashDocument(document: string): Buffer;
  hashProof(proof: string): Buffer;
  wrap(row: Row, column: Column, plain: string | Uint8Array): Buffer;
  unwrap(row: Row, column: Column, wrapped: Uint8Array): string;
};

function placeOf({ organizationId, id }: Row, column: Column): string {
  return JSON.stringify(['scr', organizationId, id, column]);
}

export function createWrapping(keyring: Keyring): Wrapping {
  return {
    hashDocument: (document) => hashDocument(keyring, document),
    hashProof: (proof) => keyring.keyedHash(PROOF_PURPOSE, proof),
    wrap: (row, column, plain) =>
      keyring.wrap(typeof plain === 'string' ? Buffer.from(plain) : plain, placeOf(row, column)),
    unwrap: (row, column, wrapped) => keyring.unwrap(wrapped, placeOf(row, column)).toString(),
  };
}
