// The file that holds the keys: one a line in base64url, oldest first. Old files hold one. It is only ever replaced as a
// whole, and no key is ever taken out of it.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

export const KEY_BYTES = 32;

export class KeyFault extends Error {}

function parseKeys(path: string, text: string): Buffer[] {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const keys = lines.map((line) => Buffer.from(line, 'base64url'));
  if (keys.length === 0 || keys.some(({ length }) => length !== KEY_BYTES)) {
    throw new KeyFault(
      `The key file ${path} does not hold a key of ${KEY_BYTES} bytes in base64url in every line.`,
    );
  }
  return keys;
}

/** Oldest first, and never none. */
export function readKeyFile(path: string): Buffer[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new KeyFault(
      `The key file ${path} cannot be read. It is made only for the embedded database; for your own, make one with ` +
        `"npx farol keys create" and keep a copy of it in a safe place.`,
    );
  }
  return parseKeys(path, text);
}

const makeLine = (): string => `${randomBytes(KEY_BYTES).toString('base64url')}\n`;

/** Fails when there is one already: overwriting it would make everything wrapped by it unreadable for ever. */
export function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Written aside and put in place when it is whole: half a key file would be found, and refused, at every start.
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(aside, makeLine(), { mode: 0o400, flag: 'wx', flush: true });
    linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/**
 * Puts a new key behind those that are there and returns them all. Whoever else is adding one at the same time finds the
 * file aside and fails, so that no key that was used can be lost.
 */
export function addKey(given: string): Buffer[] {
  readKeyFile(given);
  const path = realpathSync(given);
  const aside = `${path}.next`;
  writeFileSync(aside, '', { mode: 0o600, flag: 'wx' });
  try {
    const present = readFileSync(path, 'utf8').trimEnd();
    const { mode, uid, gid } = statSync(path);
    const text = `${present}\n${makeLine()}`;
    const keys = parseKeys(path, text);
    writeFileSync(aside, text, { flush: true });
    // As root it would otherwise become root's, and the service could not read it any more.
    chownSync(aside, uid, gid);
    chmodSync(aside, mode & 0o777);
    renameSync(aside, path);
    syncFolder(path);
    return keys;
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
