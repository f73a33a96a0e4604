// The keys that sign access tokens. Private halves lie wrapped in the database; every node holds them opened in memory
// and reads them again when a notification says that they changed.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
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
  reload(): Promise<void>;
};

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

export async function loadSigningKeys(database: Database, keyring: Keyring): Promise<SigningKeys> {
  let keys = new Map<string, SigningKey>();
  let newest: SigningKey | undefined;
  const reload = async (): Promise<void> => {
    const rows = await database.transaction(NO_SCOPE, store.listSigningKeys);
    const opened = rows.map((row) => keys.get(row.id) ?? open(row, keyring));
    newest = opened[0];
    keys = new Map(opened.map((key) => [key.id, key]));
  };
  await reload();
  return {
    current: () => {
      if (newest === undefined) {
        throw new Error('There is no signing key: run "npx farol keys rotate"');
      }
      return newest;
    },
    find: (id) => keys.get(id),
    reload,
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
