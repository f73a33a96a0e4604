// Temporary addresses of files. Whoever has one may fetch one file until it ends; nothing about it is kept anywhere.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Keyring } from '../crypto/keyring.ts';
import type { FileName } from './file-store.ts';

export const FILES_PATH = '/v1/files/';

export type SignedAddresses = {
  /** Absolute, from the configured address: what a caller says in its Host header has no part in it. */
  addressOf(file: FileName): string;
  /** From what follows the path's beginning, exactly as it was sent; null when it is altered or has ended. */
  readSigned(token: string): FileName | null;
};

const MINUTE_MS = 60_000;
const LIFE_MS = 15 * MINUTE_MS;
const PURPOSE = 'file address';
/** A statement and its signature, both in base64url; SHA-256 has 43 characters there. */
const TOKEN = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{43})$/;

type Statement = [expiresAtMs: number, folder: string, filename: string];

export function createSignedAddresses(around: {
  keyring: Keyring;
  clock: Clock;
  publicUrl: string;
}): SignedAddresses {
  const { keyring, clock, publicUrl } = around;
  const sign = (stated: string): string => keyring.keyedHash(PURPOSE, stated).toString('base64url');
  return {
    addressOf: ({ folder, filename }) => {
      const statement: Statement = [clock.nowMs() + LIFE_MS, folder, filename];
      const stated = Buffer.from(JSON.stringify(statement)).toString('base64url');
      return `${publicUrl}${FILES_PATH}${stated}.${sign(stated)}`;
    },
    readSigned: (token) => {
      const [, stated = '', signature = ''] = TOKEN.exec(token) ?? [];
      // As texts: two texts of base64url can stand for the same bytes.
      const isOurs = signature !== '' && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(stated)));
      if (!isOurs) return null;
      const [expiresAtMs, folder, filename] = JSON.parse(
        Buffer.from(stated, 'base64url').toString(),
      ) as Statement;
      return clock.nowMs() < expiresAtMs ? { folder, filename } : null;
    },
  };
}
