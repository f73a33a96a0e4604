// One key file guards everything that the database keeps encrypted or as a keyed hash. Each purpose has a key of its
// own, derived from it, so that a value made for one purpose means nothing to another. Of the file's keys the newest
// encrypts and all decrypt; hashes are always by the first, or nothing would be found by them after a rotation.
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { KEY_BYTES, KeyFault, readKeyFile } from './key-file.ts';
import { KEY_ID_BYTES, parseSealed, seal, sealingKey, unseal } from './sealed-value.ts';
import type { SealingKey } from './sealed-value.ts';

export { createKeyFile, KeyFault, readKeyFile } from './key-file.ts';

export type Keyring = {
  /** Encrypts, bound to a place: what was wrapped for one row does not open for another. */
  wrap(plain: Uint8Array, place: string): Buffer;
  unwrap(wrapped: Uint8Array, place: string): Buffer;
  /** A hash that cannot be reversed by trying all inputs without the key file. `purpose` is a constant, never input. */
  keyedHash(purpose: string, text: string): Buffer;
};

/** Oldest first, and never none. */
export type MasterKeys = readonly Uint8Array[];

export type KeyDescription = {
  readonly id: string;
  /** New values are encrypted by it. */
  readonly seals: boolean;
  /** Hashes, and values from before keys had ids, are by it: it can never be left out. */
  readonly hashes: boolean;
};

/** A key file that lacks a key would otherwise be read anew for every value. */
const REREAD_PAUSE_MS = 1000;

function derive(master: Uint8Array, purpose: string, bytes = KEY_BYTES): Buffer {
  return Buffer.from(hkdfSync('sha256', master, 'farol', purpose, bytes));
}

const idOf = (master: Uint8Array): string => derive(master, 'key id', KEY_ID_BYTES).toString('hex');

export function describeKeys(masters: MasterKeys): KeyDescription[] {
  return masters.map((master, index) => ({
    id: idOf(master),
    seals: index === masters.length - 1,
    hashes: index === 0,
  }));
}

function createHashing(master: Uint8Array): Keyring['keyedHash'] {
  // Purposes are a handful of constants of the program, so what is remembered stays small. A KeyObject is taken over by
  // each hash without being copied and read anew.
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known !== undefined) {
      return known;
    }
    const key = createSecretKey(derive(master, purpose));
    keys.set(purpose, key);
    return key;
  };
  // By way of a text: bytes that come from outside of the heap take 1.5 µs more than those of a pool (Node 26, 2026-11).
  return (purpose, text) =>
    Buffer.from(createHmac('sha256', keyFor(purpose)).update(text).digest('latin1'), 'latin1');
}

type SealingKeys = { newest: SealingKey; find(id: string | null): SealingKey | undefined };

function deriveSealingKeys(masters: MasterKeys): SealingKeys {
  const keys = masters.map((master) => sealingKey(idOf(master), derive(master, 'wrap')));
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [first, newest] = [keys[0], keys.at(-1)];
  if (first === undefined || newest === undefined) {
    throw new KeyFault('There is no key.');
  }
  return { newest, find: (id) => (id === null ? first : byId.get(id)) };
}

/** `reread` is asked when a value names a key that is not there: the file may have been given one since. */
export function createKeyring(given: Uint8Array | MasterKeys, reread?: () => MasterKeys): Keyring {
  const masters = given instanceof Uint8Array ? [given] : given;
  const [first = Buffer.alloc(0)] = masters;
  let sealing = deriveSealingKeys(masters);
  let rereadAtMs = Number.NEGATIVE_INFINITY;

  function rereadFor(id: string | null): SealingKey | undefined {
    if (reread === undefined || performance.now() - rereadAtMs < REREAD_PAUSE_MS) {
      return undefined;
    }
    rereadAtMs = performance.now();
    const found = reread();
    // Of another key file nothing is taken: what is hashed by the first key here would be sealed by a stranger's.
    if (found[0] !== undefined && idOf(found[0]) === idOf(first)) {
      sealing = deriveSealingKeys(found);
    }
    return sealing.find(id);
  }

  return {
    wrap: (plain, place) => seal(sealing.newest, plain, place),
    unwrap: (wrapped, place) => {
      const sealed = parseSealed(wrapped);
      if (sealed === null) {
        throw new KeyFault('A wrapped value has an unknown form.');
      }
      const key = sealing.find(sealed.keyId) ?? rereadFor(sealed.keyId);
      try {
        if (key !== undefined) {
          return unseal(key, sealed, place);
        }
      } catch {
        // Told below: which part of it is wrong cannot be known.
      }
      throw new KeyFault(
        'A wrapped value does not open with this key file: is it the one the database was set up with, and are all its keys in it?',
      );
    },
    keyedHash: createHashing(first),
  };
}

/** Of a running process: a key that is put into the file later is found once a value needs it. */
export function openKeyring(path: string): Keyring {
  return createKeyring(readKeyFile(path), () => readKeyFile(path));
}
