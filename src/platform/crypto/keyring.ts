// One key file guards everything that the database keeps encrypted or as a keyed hash. Each purpose has a key of its
// own, derived from it, so that a value made for one purpose means nothing to another.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every wrapped value: which way it was wrapped. */
const AES_256_GCM = 1;

export class KeyFault extends Error {}

export type Keyring = {
  /** Encrypts, bound to a place: what was wrapped for one row does not open for another. */
  wrap(plain: Uint8Array, place: string): Buffer;
  unwrap(wrapped: Uint8Array, place: string): Buffer;
  /** A hash that cannot be reversed by trying all inputs without the key file. `purpose` is a constant, never input. */
  keyedHash(purpose: string, text: string): Buffer;
};

export function readKeyFile(path: string): Buffer {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch {
    throw new KeyFault(
      `The key file ${path} cannot be read. It is made only for the embedded database; for your own, make one with ` +
        `"npx farol keys create" and keep a copy of it in a safe place.`,
    );
  }
  const key = Buffer.from(text, 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new KeyFault(`The key file ${path} does not hold a key of ${KEY_BYTES} bytes in base64url.`);
  }
  return key;
}

/** Fails when there is one already: overwriting it would make everything wrapped by it unreadable for ever. */
export function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Written aside and put in place when it is whole: half a key file would be found, and refused, at every start.
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(aside, `${randomBytes(KEY_BYTES).toString('base64url')}\n`, {
      mode: 0o400,
      flag: 'wx',
      flush: true,
    });
    linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

export function createKeyring(master: Uint8Array): Keyring {
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', master, 'farol', purpose, KEY_BYTES));
  const wrappingKey = derive('wrap');
  // Purposes are a handful of constants of the program, so what is remembered stays small. A KeyObject is taken over by
  // each hash without being copied and read anew.
  const hashingKeys = new Map<string, KeyObject>();
  const hashingKey = (purpose: string): KeyObject => {
    const known = hashingKeys.get(purpose);
    if (known !== undefined) {
      return known;
    }
    const key = createSecretKey(derive(purpose));
    hashingKeys.set(purpose, key);
    return key;
  };
  return {
    wrap: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(AES_256_GCM), nonce, cipher.getAuthTag(), body]);
    },
    unwrap: (wrapped, place) => {
      const bytes = Buffer.from(wrapped);
      const nonceEnd = 1 + NONCE_BYTES;
      const tagEnd = nonceEnd + TAG_BYTES;
      if (bytes[0] !== AES_256_GCM || bytes.length < tagEnd) {
        throw new KeyFault('A wrapped value has an unknown form.');
      }
      try {
        const decipher = createDecipheriv('aes-256-gcm', wrappingKey, bytes.subarray(1, nonceEnd))
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(nonceEnd, tagEnd));
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
      } catch {
        throw new KeyFault(
          'A wrapped value does not open with this key file: is it the one the database was set up with?',
        );
      }
    },
    keyedHash: (purpose, text) => createHmac('sha256', hashingKey(purpose)).update(text).digest(),
  };
}
