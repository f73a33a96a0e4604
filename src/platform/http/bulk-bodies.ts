// Bodies of batch and bulk routes: CSV and NDJSON beside JSON, and larger than others. On every other route these types are
// refused before a byte of them is read.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { FarolError } from '../../errors.ts';
import type { JsonLimits } from './strict-json.ts';

/** To be given as the route's own `bodyLimit`, which holds for JSON. */
export const BULK_BODY_LIMIT = 16 * 1_048_576;
/** As many as the shortest lines of such a body can have. */
export const BULK_JSON_LIMITS: JsonLimits = { depth: 16, keys: 2_000_000 };

const TYPES = ['text/csv', 'application/x-ndjson'];
const EXACT_TYPE = /^[a-z/-]+(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also takes CSV and NDJSON, which arrive as text. */
    bulk?: boolean;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function decode(chunks: readonly Buffer[]): string {
  try {
    return decoder.decode(Buffer.concat(chunks));
  } catch {
    throw new FarolError('PARAMETER_INVALID', { message: 'The body is not valid UTF-8' });
  }
}

/** What is beyond the limit is let pass unread: a socket that is closed at once would take the answer with it. */
function readText(payload: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let size = 0;
  const refuse = (): void => {
    payload.off('data', take);
    payload.resume();
    reject(new FarolError('BODY_TOO_LARGE'));
  };
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > BULK_BODY_LIMIT) {
      refuse();
    } else {
      chunks.push(chunk);
    }
  };
  payload.on('error', reject);
  payload.on('end', () => resolve(''));
  if (Number(payload.headers['content-length'] ?? 0) > BULK_BODY_LIMIT) {
    refuse();
  } else {
    payload.on('data', take);
  }
  return promise.then(() => decode(chunks));
}

export function parseBulkBodies(app: FastifyInstance): void {
  app.addContentTypeParser(TYPES, (request, payload, done) => {
    const { headers } = request;
    if (request.is404) {
      done(null, undefined);
    } else if (
      request.routeOptions.config.bulk !== true ||
      !EXACT_TYPE.test(headers['content-type'] ?? '') ||
      headers['content-encoding'] !== undefined
    ) {
      done(new FarolError('MEDIA_TYPE_UNSUPPORTED'), undefined);
    } else {
      readText(payload).then((text) => done(null, text), done);
    }
  });
}
