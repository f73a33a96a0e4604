// The keys that sign access tokens. Private halves lie wrapped in the database; every node holds them opened in memory
// and reads them again when a notification says that they changed.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import * as store from './signing-key-store.ts';

export type SigningKey = {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
};

export type SigningKeys = {
  /** The newest one, which signs. */
  current(): SigningKey;
  find(id: string): SigningKey | undefined;
  hasAny(): boolean;
  /** Reads them again, now or as soon as the database answers; what else needs to know is told each time they were read. */
  refresh(): void;
  close(): void;
};

const RETRY_MS = 500;
/** A token that names an unknown key may be of one that was made a moment ago; strangers can make up any number of them. */
const UNKNOWN_KEY_PAUSE_MS = 1000;

function place(keyId: string): string {
  return `signing_keys|wrapped_private_key|${keyId}`;
}

function open(row: store.SigningKeyRow, keyring: Keyring): SigningKey {
  return {
    id: row.id,
    publicKey: createPublicKey({ key: row.public_key, format: 'der', type: 'spki' }),
    privateKey: createPrivateKey({
      key: keyring.unwrap(row.wrapped_private_key, place(row.id)),
      format: 'der',
      type: 'pkcs8',
    }),
  };
}

/** One reading at a time, repeated until it succeeds; a wish that comes while it runs makes it run once more. */
function createRefresher(read: () => Promise<void>, log: Log): { refresh(): void; close(): void } {
  let wishes = 0;
  let isRunning = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    const answered = wishes;
    isRunning = true;
    try {
      await read();
    } catch (error) {
      log.warn({ err: error }, 'the signing keys could not be read and are tried again');
      timer = setTimeout(refresh, RETRY_MS);
      timer.unref();
    }
    isRunning = false;
    if (wishes > answered) {
      refresh();
    }
  }
  function refresh(): void {
    clearTimeout(timer);
    wishes += 1;
    if (!isRunning && !isClosed) {
      void run();
    }
  }
  const close = (): void => {
    isClosed = true;
    clearTimeout(timer);
  };
  return { refresh, close };
}

/** All that sign or verify, newest first. */
export async function openSigningKeys(database: Database, keyring: Keyring): Promise<SigningKey[]> {
  const rows = await database.transaction(NO_SCOPE, store.listSigningKeys);
  return rows.map((row) => open(row, keyring));
}

export async function loadSigningKeys(
  database: Database,
  keyring: Keyring,
  told: { log: Log; onRead: () => void },
): Promise<SigningKeys> {
  let keys = new Map<string, SigningKey>();
  let newest: SigningKey | undefined;
  let lastAskedMs = 0;
  const read = async (): Promise<void> => {
    const rows = await database.transaction(NO_SCOPE, store.listSigningKeys);
    const opened = rows.map((row) => keys.get(row.id) ?? open(row, keyring));
    newest = opened[0];
    keys = new Map(opened.map((key) => [key.id, key]));
    told.onRead();
  };
  await read();
  const { refresh, close } = createRefresher(read, told.log);
  return {
    current: () => {
      if (newest === undefined) {
        throw new Error('There is no signing key: run "npx farol migrate"');
      }
      return newest;
    },
    find: (id) => {
      const found = keys.get(id);
      if (found === undefined && performance.now() - lastAskedMs > UNKNOWN_KEY_PAUSE_MS) {
        lastAskedMs = performance.now();
        refresh();
      }
      return found;
    },
    hasAny: () => newest !== undefined,
    refresh,
    close,
  };
}

/** Run by the operator, or once by the embedded default. Tokens signed before stay good until they end. */
export async function rotateSigningKey(database: Database, keyring: Keyring): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = newId();
  const wrapped = keyring.wrap(privateKey.export({ format: 'der', type: 'pkcs8' }), place(id));
  await database.transaction(NO_SCOPE, (tx) =>
    store.addSigningKey(tx, { id, publicKey: publicKey.export({ format: 'der', type: 'spki' }), wrapped }),
  );
  return id;
}
