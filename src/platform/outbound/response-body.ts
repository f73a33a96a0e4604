import { Writable } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
// Reads the body of an answer. The limit holds for the bytes on the wire and for what they unpack to, while they come:
// a body that would be too large is never held, and one that is cut short never gets past here.
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CallFailure } from './call-failure.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function bad(vendorCode: string, text: string, bytes = 0): CallFailure {
  return new CallFailure('BAD_SHAPE', text, { sent: 'ANSWERED', vendorCode, bytes });
}

function single(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value.join(',') : (value ?? '')).trim().toLowerCase();
}

function unpacker(encoding: string): Transform | null {
  switch (encoding) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw bad('ENCODING', 'The answer is packed in a way that nobody asked for');
  }
}

/** JSON in UTF-8; some gateways say `problem+json`, and a charset that is not UTF-8 would be read wrongly. */
function requireJson(headers: Headers): void {
  const [type = '', ...parameters] = single(headers, 'content-type').split(';');
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/.test(type.trim())) {
    throw bad('CONTENT_TYPE', 'The answer does not say that it is JSON');
  }
  const charset = parameters.map((parameter) => parameter.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?(?:utf-?8|us-ascii)"?$/.test(charset)) {
    throw bad('CHARSET', 'The answer is not in UTF-8');
  }
}

/** Counts what comes through and refuses the first byte beyond the limit. */
function collector(maxBytes: number): { sink: Writable; joined(): Uint8Array } {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const sink = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks.length = 0;
        done(bad('TOO_LARGE', 'The answer is larger than any honest one', size));
        return;
      }
      chunks.push(chunk);
      done();
    },
  });
  return { sink, joined: () => Buffer.concat(chunks) };
}

export async function readBody(body: Readable, headers: Headers, maxBytes: number): Promise<Uint8Array> {
  try {
    requireJson(headers);
    if (Number(single(headers, 'content-length')) > maxBytes) {
      throw bad('TOO_LARGE', 'The answer is larger than any honest one');
    }
    const unpack = unpacker(single(headers, 'content-encoding'));
    const { sink, joined } = collector(maxBytes);
    await (unpack === null ? pipeline(body, sink) : pipeline(body, unpack, sink));
    return joined();
  } catch (error) {
    // What is not wanted is not waited for; without a listener the abort would end the process.
    body.on('error', () => undefined).destroy();
    throw error;
  }
}
