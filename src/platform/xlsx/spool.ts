// Bytes put aside until they are wanted, in order: a little in memory, the rest in a file that has no name any more, so
// that nothing is left behind whatever becomes of the process.
import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export type Spool = {
  readonly bytes: number;
  /** A promise when something has to be waited for before the next is given. */
  take(chunk: Uint8Array): Promise<void> | undefined;
  /** May be read more than once. */
  chunks(): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
};

const READ_BYTES = 262_144;

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `${randomBytes(12).toString('hex')}.spool`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

async function* readWhole(handle: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
    if (bytesRead === 0) throw new Error('what was put aside has become shorter');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** `folder` is only touched by what does not fit into `memoryBytes`, and then in pieces of that size. */
export function createSpool(folder: string, memoryBytes: number): Spool {
  let kept: Uint8Array[] = [];
  let [keptBytes, writtenBytes] = [0, 0];
  let handle: FileHandle | null = null;

  const putAside = async (): Promise<void> => {
    const piece = Buffer.concat(kept);
    kept = [];
    keptBytes = 0;
    handle ??= await openNameless(folder);
    await writeWhole(handle, piece, writtenBytes);
    writtenBytes += piece.length;
  };

  return {
    get bytes() {
      return writtenBytes + keptBytes;
    },
    take: (chunk) => {
      kept.push(chunk);
      keptBytes += chunk.length;
      return keptBytes > memoryBytes ? putAside() : undefined;
    },
    chunks: async function* chunks() {
      if (handle !== null) yield* readWhole(handle, writtenBytes);
      yield* kept;
    },
    close: async () => {
      kept = [];
      await handle?.close();
      handle = null;
    },
  };
}
