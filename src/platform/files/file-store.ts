// Where finished files are kept. A name is ours alone, never a caller's: it becomes a path, or the key of an object.
import type { Readable } from 'node:stream';

export type FileName = {
  /** `7/1234/0b9f…`: segments between slashes. */
  readonly folder: string;
  readonly filename: string;
};

export type KeptFile = {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
};

export type ListedFile = { readonly name: FileName; readonly writtenAtMs: number };

export type OpenedFile = { readonly bytes: number; readonly stream: Readable };

export type FileStore = {
  /** The logical name of the whole, as callers see it beside folder and file name. */
  readonly bucketName: string;
  /** On this machine's disk, for what is not whole yet. */
  readonly workFolder: string;
  /** Whole and on disk, or not there at all. An earlier file of that name is replaced. */
  write(name: FileName, content: AsyncIterable<Uint8Array>): Promise<KeptFile>;
  /** Null when there is none. The stream must be read or destroyed. */
  open(name: FileName): Promise<OpenedFile | null>;
  /** No fault when there is none. */
  remove(name: FileName): Promise<void>;
  /** Everything that is whole and has a name of ours, in no order; what comes or goes meanwhile may be missing. */
  list(): AsyncIterable<ListedFile>;
  close(): Promise<void>;
};

/** No dot at the start: neither `..` nor the hidden names of our own work. */
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The name that has these segments; null for what is no name of ours. */
export function nameOf(segments: readonly string[]): FileName | null {
  const filename = segments.at(-1);
  const isOurs = segments.length > 1 && segments.every((segment) => SEGMENT.test(segment));
  return isOurs && filename !== undefined ? { folder: segments.slice(0, -1).join('/'), filename } : null;
}

/** The segments of a name; throws for one that no code of ours would make. */
export function segmentsOf({ folder, filename }: FileName): string[] {
  const segments = [...folder.split('/'), filename];
  if (!segments.every((segment) => SEGMENT.test(segment))) {
    throw new TypeError('the name of a file has characters that no name of ours has');
  }
  return segments;
}
