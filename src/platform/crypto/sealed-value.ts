// The bytes of an encrypted value: a byte that tells the form, the id of the key (second form only), nonce, tag, body.
// The first form is from before keys had ids: the first key of the file made it.
import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const FIRST_FORM = 1;
const FORM_WITH_ID = 2;
/** Enough to tell the keys of one file apart. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SealingKey = {
  /** In hex. Derived from the key, so that the same key has it in every copy of the key file. */
  readonly id: string;
  /** Taken over by each cipher without being read anew. */
  readonly key: KeyObject;
  /** What stands before the nonce. */
  readonly head: Buffer;
};

export function sealingKey(id: string, key: Uint8Array): SealingKey {
  return {
    id,
    key: createSecretKey(key),
    head: Buffer.concat([Buffer.of(FORM_WITH_ID), Buffer.from(id, 'hex')]),
  };
}

export type SealedValue = {
  /** Null in the first form. */
  readonly keyId: string | null;
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly body: Buffer;
};

// Asking the system for every nonce took a quarter of the sealing. Each stretch of the store is used once.
const nonces = Buffer.alloc(NONCE_BYTES * 256);
let usedBytes = nonces.length;

function nextNonce(): Buffer {
  if (usedBytes === nonces.length) {
    randomFillSync(nonces);
    usedBytes = 0;
  }
  usedBytes += NONCE_BYTES;
  return nonces.subarray(usedBytes - NONCE_BYTES, usedBytes);
}

export function seal({ key, head }: SealingKey, plain: Uint8Array, place: string): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const body = cipher.update(plain);
  // Nothing comes out of a stream cipher's end; it makes the tag.
  cipher.final();
  return Buffer.concat([head, nonce, cipher.getAuthTag(), body]);
}

/** Null: it is of no known form. */
export function parseSealed(sealed: Uint8Array): SealedValue | null {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const form = bytes[0];
  const idEnd = form === FORM_WITH_ID ? 1 + KEY_ID_BYTES : 1;
  const [nonceEnd, tagEnd] = [idEnd + NONCE_BYTES, idEnd + NONCE_BYTES + TAG_BYTES];
  if ((form !== FIRST_FORM && form !== FORM_WITH_ID) || bytes.length < tagEnd) {
    return null;
  }
  return {
    keyId: form === FORM_WITH_ID ? bytes.subarray(1, idEnd).toString('hex') : null,
    nonce: bytes.subarray(idEnd, nonceEnd),
    tag: bytes.subarray(nonceEnd, tagEnd),
    body: bytes.subarray(tagEnd),
  };
}

/** Throws when anything of it was altered, or it was sealed for another place or by another key. */
export function unseal({ key }: SealingKey, { nonce, tag, body }: SealedValue, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
  const plain = decipher.update(body);
  // It throws here, before anything of it was used.
  decipher.final();
  return plain;
}
