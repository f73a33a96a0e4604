// Requests to an S3-compatible store. Its address is the operator's own choice, often inside of their network, so it is
// not judged as a source's is; but it is spoken to over TLS, save on this machine.
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import type { BaseAddress } from '../outbound/base-address.ts';
import type { Secret } from '../secret.ts';
import { EMPTY_SHA256, encodeKey, signRequest } from './aws-signature.ts';
import type { IncomingFile } from './incoming-file.ts';
import { readListing } from './s3-listing.ts';
import type { Listing } from './s3-listing.ts';

export type S3Settings = {
  readonly address: BaseAddress;
  readonly region: string;
  readonly bucket: string;
  readonly keyId: Secret;
  readonly secretKey: Secret;
  /** PEM certificates to trust instead of the usual ones. */
  readonly trusted: string | null;
};

/** Says which operation failed and how, never a key or what the store wrote about it. */
export class FileStoreFault extends Error {}

export type S3Client = {
  put(key: string, file: IncomingFile): Promise<void>;
  get(key: string): Promise<{ bytes: number; stream: Readable } | null>;
  delete(key: string): Promise<void>;
  /** A page; `after` is what the page before said is next. */
  list(after: string | null): Promise<Listing>;
  close(): Promise<void>;
};

const CONNECTIONS = 8;
const TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5000;
const TRIES = 4;
const FIRST_WAIT_MS = 200;
const [OK, NO_CONTENT, NOT_FOUND] = [200, 204, 404];

type Answer = Dispatcher.ResponseData;
type Sent = { method: 'PUT' | 'GET' | 'DELETE'; key: string; query?: string; file?: IncomingFile };

/** The store is asked to wait, or broke; another try may go through. All of these operations may be repeated. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/** The last answer, or the fault of the last try. */
async function persist(method: string, send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === TRIES;
    try {
      const answer = await send();
      if (isLast || !isPassing(answer.statusCode)) return answer;
      await answer.body.dump();
    } catch (error) {
      if (isLast) {
        throw new FileStoreFault(`the file store could not be reached for ${method}`, { cause: error });
      }
    }
    await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}

async function refuse({ statusCode, body }: Answer, method: string): Promise<never> {
  await body.dump();
  throw new FileStoreFault(`the file store answered ${method} with status ${statusCode}`);
}

export function createS3Client(settings: S3Settings, clock: Clock): S3Client {
  const { address, region, bucket, keyId, secretKey, trusted } = settings;
  const pool = new Pool(address.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(trusted === null ? {} : { ca: trusted }) },
  });

  const send = ({ method, key, query = '', file }: Sent): Promise<Answer> => {
    const path = `${address.prefix}/${encodeKey(key === '' ? bucket : `${bucket}/${key}`)}`;
    const headers = signRequest(
      {
        method,
        host: address.host,
        path,
        query,
        headers: file === undefined ? {} : { 'content-length': String(file.bytes) },
        bodySha256: file?.sha256 ?? EMPTY_SHA256,
        at: clock.now(),
      },
      { keyId: keyId.reveal(), secretKey: secretKey.reveal(), region },
    );
    const body = file === undefined ? null : createReadStream(file.path);
    return pool.request({ method, path: query === '' ? path : `${path}?${query}`, headers, body });
  };

  const ask = (sent: Sent): Promise<Answer> => persist(sent.method, () => send(sent));

  return {
    put: async (key, file) => {
      const answer = await ask({ method: 'PUT', key, file });
      if (answer.statusCode !== OK) await refuse(answer, 'PUT');
      await answer.body.dump();
    },
    get: async (key) => {
      const answer = await ask({ method: 'GET', key });
      const { statusCode, headers, body } = answer;
      if (statusCode === NOT_FOUND) {
        await body.dump();
        return null;
      }
      if (statusCode !== OK) return refuse(answer, 'GET');
      return { bytes: Number(headers['content-length']), stream: body };
    },
    delete: async (key) => {
      const answer = await ask({ method: 'DELETE', key });
      const isGone = [OK, NO_CONTENT, NOT_FOUND].includes(answer.statusCode);
      if (!isGone) await refuse(answer, 'DELETE');
      await answer.body.dump();
    },
    list: async (after) => {
      // In the order of their names, as the signature wants them.
      const token = after === null ? '' : `continuation-token=${encodeURIComponent(after)}&`;
      const answer = await ask({ method: 'GET', key: '', query: `${token}list-type=2` });
      if (answer.statusCode !== OK) return refuse(answer, 'GET');
      return readListing(await answer.body.text());
    },
    close: () => pool.destroy(),
  };
}
