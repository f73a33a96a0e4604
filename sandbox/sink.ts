// Where lines go: a plain file, a gzip file or the single entry of a zip. Lines are gathered into large chunks, counted,
// and whoever writes waits when the disk is slower, so memory stays flat at any size.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { PassThrough, Transform } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import yazl from 'yazl';

const CHUNK_CHARS = 128 * 1024;
// The local fields of this date are what a zip stores, so the bytes do not depend on the time zone.
const ZIP_DATE = new Date(2026, 9, 10, 12, 0, 0);

type Written = { bytes: number; sha256: string };
export type SinkResult = Written & { valid: number; invalid: number };

/** What lines are put into, wherever they go. */
export type LineSink = {
  add(line: string): void;
  addInvalid(line: string): void;
  readonly isFull: boolean;
};

export class Sink implements LineSink {
  readonly #target: Writable;
  readonly #encoding: 'latin1' | 'utf8';
  readonly #written: Promise<Written>;
  #chunk = '';
  #valid = 0;
  #invalid = 0;
  /** True when `drain` must be awaited before more is added. */
  isFull = false;

  constructor(target: Writable, encoding: 'latin1' | 'utf8', written: Promise<Written>) {
    this.#target = target;
    this.#encoding = encoding;
    this.#written = written;
  }

  get valid(): number {
    return this.#valid;
  }

  /** A whole line with its end. */
  add(line: string): void {
    this.#valid += 1;
    this.#append(line);
  }

  addInvalid(line: string): void {
    this.#invalid += 1;
    this.#append(line);
  }

  /** A header is no row. */
  addHeader(line: string): void {
    this.#append(line);
  }

  #append(line: string): void {
    this.#chunk += line;
    if (this.#chunk.length >= CHUNK_CHARS) this.#flush();
  }

  #flush(): void {
    this.isFull = !this.#target.write(Buffer.from(this.#chunk, this.#encoding));
    this.#chunk = '';
  }

  async drain(): Promise<void> {
    if (this.#target.writableNeedDrain) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#target.once('drain', resolve);
      // A failure to write ends the wait too, or it would last for ever.
      await Promise.race([promise, this.#written]);
    }
    this.isFull = false;
  }

  async close(): Promise<SinkResult> {
    this.#flush();
    this.#target.end();
    const { bytes, sha256 } = await this.#written;
    return { valid: this.#valid, invalid: this.#invalid, bytes, sha256 };
  }
}

/** Measures what passes: the checksum in the manifest is that of the file as it lies on the disk. */
function measure(): { stream: Transform; result: () => Written } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

export function openPlainFile(path: string): Sink {
  const { stream, result } = measure();
  const written = pipeline(stream, createWriteStream(path)).then(result);
  return new Sink(stream, 'utf8', written);
}

export function openGzipFile(path: string): Sink {
  const { stream, result } = measure();
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 });
  const written = pipeline(gzip, stream, createWriteStream(path)).then(result);
  return new Sink(gzip, 'utf8', written);
}

export function openZipFile(path: string, innerName: string): Sink {
  const { stream, result } = measure();
  const input = new PassThrough({ highWaterMark: 256 * 1024 });
  const zip = new yazl.ZipFile();
  zip.addReadStream(input, innerName, { mtime: ZIP_DATE, forceDosTimestamp: true, compressionLevel: 1 });
  zip.end();
  zip.on('error', (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  zip.outputStream.pipe(stream);
  const file = createWriteStream(path);
  const written = pipeline(stream, file)
    .then(() => finished(file))
    .then(result);
  return new Sink(input, 'latin1', written);
}
