import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Random ids for things that are named on the wire; never used as secrets. */
export function newId(): string {
  return randomUUID();
}

const processMark = randomBytes(9).toString('base64url').replaceAll('_', '-');
let requests = 0;

/** Names a request over all processes: a random mark of this one and a count. Cheaper than a random id for each. */
export function newRequestId(): string {
  requests += 1;
  return `r${processMark}.${requests.toString(36)}`;
}

/** 256 random bits, for credentials. */
export function newCredential(): string {
  return randomBytes(32).toString('base64url');
}

/** A credential has 256 random bits of its own, so a plain hash of it can be stored without a salt or a slow function. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}
