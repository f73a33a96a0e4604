// From the bytes on the disk to the bytes of the file inside, with every kind of damage told as one error.
import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { crc32, createGunzip, createInflateRaw } from 'node:zlib';

export type Packing =
  | { kind: 'plain' }
  | { kind: 'gzip' }
  | { kind: 'zip'; isDeflated: boolean; crc32: number; size: number }
  /** Standard input: its first bytes tell. */
  | { kind: 'guess' };

/** zlib's own 16 KiB cost a fifth of the time in hand-overs. */
const CHUNK_BYTES = 1 << 18;

export function countBytes(
  stream: NodeJS.ReadableStream | null,
  onBytes: (count: number, bytes: Buffer) => void,
  onEnd: () => void = () => undefined,
): Readable {
  if (stream === null) {
    return Readable.from([]);
  }
  const counter = new Transform({
    transform: (bytes: Buffer, _encoding, callback) => {
      onBytes(bytes.length, bytes);
      callback(null, bytes);
    },
    flush: (callback) => {
      onEnd();
      callback();
    },
  });
  return pipeline(stream, counter, () => undefined);
}

/** zlib does not look at a zip's own checksum. */
function checkCrc(expected: number, size: number): Transform {
  let [sum, length] = [0, 0];
  return new Transform({
    transform: (bytes: Buffer, _encoding, callback) => {
      sum = crc32(bytes, sum);
      length += bytes.length;
      callback(length > size ? new Error('more comes out of it than it says') : null, bytes);
    },
    flush: (callback) => {
      callback(sum === expected && length === size ? null : new Error('its checksum is wrong'));
    },
  });
}

/** Decides at the first bytes whether the rest goes through gunzip. */
class GuessGzip extends Transform {
  #inner: Transform | null = null;

  override _transform(bytes: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    if (this.#inner === null) {
      if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
        callback(new Error('a zip cannot be read from standard input: name the file'));
        return;
      }
      this.#inner =
        bytes[0] === 0x1f && bytes[1] === 0x8b ? createGunzip({ chunkSize: CHUNK_BYTES }) : new PassThrough();
      this.#inner.on('data', (part: Buffer) => this.push(part));
      this.#inner.on('error', (error) => this.destroy(error));
    }
    if (this.#inner.write(bytes)) {
      callback();
    } else {
      this.#inner.once('drain', callback);
    }
  }

  override _flush(callback: TransformCallback): void {
    if (this.#inner === null) {
      callback();
      return;
    }
    this.#inner.once('end', () => callback());
    this.#inner.end();
  }
}

function stepsOf(packing: Packing): Transform[] {
  if (packing.kind === 'zip') {
    const check = checkCrc(packing.crc32, packing.size);
    return packing.isDeflated ? [createInflateRaw({ chunkSize: CHUNK_BYTES }), check] : [check];
  }
  if (packing.kind === 'gzip') {
    return [createGunzip({ chunkSize: CHUNK_BYTES })];
  }
  return packing.kind === 'guess' ? [new GuessGzip()] : [];
}

/** `explain` turns whatever went wrong on the way into what the reader of the stream is told. */
export function openPacked(bytes: Readable, packing: Packing, explain: (error: Error) => Error): Readable {
  const end = new PassThrough();
  const streams = [bytes, ...stepsOf(packing)];
  let previous: Readable = bytes;
  for (const stream of streams) {
    stream.once('error', (error: Error) => end.destroy(explain(error)));
    if (stream !== bytes) {
      previous.pipe(stream as Transform);
      previous = stream;
    }
  }
  previous.pipe(end);
  // Whoever stops reading also closes the file below.
  end.once('close', () => streams.forEach((stream) => stream.destroy()));
  return end;
}
