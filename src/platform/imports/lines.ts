// Lines as bytes: what encoding they are in is the reader's matter. Memory stays flat whatever the file looks like.
import type { Readable } from 'node:stream';

const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** Enough for an operator to find the line. */
const KEPT_BYTES = 200;

export type LineFault = 'too long' | 'NUL';

export type LineReader = {
  /** Without its line feed and carriage return. The bytes are only valid during the call. Awaited when it is a promise. */
  onLine(bytes: Buffer, line: number): Promise<void> | undefined;
  /** A line that cannot be read; `start` are its first bytes. */
  onFault(fault: LineFault, start: Buffer, line: number): Promise<void> | undefined;
};

export type LineOptions = { readonly skipLines?: number; readonly maxLineBytes?: number };

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export const FAULT_SENTENCES: Readonly<Record<LineFault, string>> = {
  'too long': `the line is longer than ${MAX_LINE_BYTES} bytes`,
  NUL: 'the line holds a NUL byte',
};

class LineCutter {
  #line = 0;
  #carried: Buffer[] = [];
  #carriedBytes = 0;
  /** Set while the rest of a line that is too long goes by. */
  #tooLong: Buffer | null = null;
  readonly #reader: LineReader;
  readonly #skip: number;
  readonly #max: number;

  constructor(reader: LineReader, { skipLines = 0, maxLineBytes = MAX_LINE_BYTES }: LineOptions) {
    this.#reader = reader;
    this.#skip = skipLines;
    this.#max = maxLineBytes;
  }

  async take(chunk: Buffer): Promise<void> {
    // One look at the whole chunk; without NULs in it no line needs one.
    const mayHoldNul = chunk.includes(0);
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const waiting = this.#finish(chunk.subarray(start, end), mayHoldNul);
      if (waiting !== undefined) {
        await waiting;
      }
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#carry(chunk.subarray(start));
    }
  }

  end(): Promise<void> | undefined {
    const isOpen = this.#carriedBytes > 0 || this.#tooLong !== null;
    return isOpen ? this.#finish(Buffer.alloc(0), true) : undefined;
  }

  #carry(rest: Buffer): void {
    if (this.#tooLong !== null) {
      return;
    }
    this.#carried.push(rest);
    this.#carriedBytes += rest.length;
    if (this.#carriedBytes > this.#max) {
      this.#tooLong = Buffer.concat(this.#carried).subarray(0, KEPT_BYTES);
      this.#carried = [];
      this.#carriedBytes = 0;
    }
  }

  #finish(part: Buffer, mayHoldNul: boolean): Promise<void> | undefined {
    this.#line += 1;
    let bytes = part;
    let hasNul = mayHoldNul;
    const { length } = this.#carried;
    if (length > 0) {
      this.#carried.push(part);
      bytes = Buffer.concat(this.#carried);
      this.#carried = [];
      this.#carriedBytes = 0;
      hasNul = true;
    }
    const tooLong = this.#tooLong ?? (bytes.length > this.#max ? bytes.subarray(0, KEPT_BYTES) : null);
    this.#tooLong = null;
    if (this.#line <= this.#skip) {
      return undefined;
    }
    if (tooLong !== null) {
      return this.#reader.onFault('too long', tooLong, this.#line);
    }
    if (this.#line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
      bytes = bytes.subarray(3);
    }
    if (bytes.length > 0 && bytes[bytes.length - 1] === CR) {
      bytes = bytes.subarray(0, -1);
    }
    if (hasNul && bytes.includes(0)) {
      return this.#reader.onFault('NUL', bytes.subarray(0, KEPT_BYTES), this.#line);
    }
    return this.#reader.onLine(bytes, this.#line);
  }
}

export async function readLines(
  stream: Readable,
  reader: LineReader,
  options: LineOptions = {},
): Promise<void> {
  const cutter = new LineCutter(reader, options);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    await cutter.take(chunk);
  }
  await cutter.end();
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** For publishers whose files are sometimes UTF-8 and sometimes latin1: what is no UTF-8 is latin1. */
export function decodeEither(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
