// Bytes put aside until they are wanted, in order: a little in memory, the rest in a file that has no name any more, so
// that nothing is left behind whatever becomes of the process.
import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export type Spool = {
  readonly bytes: number;
  take(chunk: Uint8Array): Promise<void>;
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

/** `folder` is only touched by what does not fit into `memoryBytes`. */
export function createSpool(folder: string, memoryBytes: number): Spool {
  let kept: Uint8Array[] = [];
  let handle: FileHandle | null = null;
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    take: async (chunk) => {
      if (handle === null && bytes + chunk.length <= memoryBytes) {
        kept.push(chunk);
        bytes += chunk.length;
        return;
      }
      if (handle === null) {
        handle = await openNameless(folder);
        await writeWhole(handle, Buffer.concat(kept), 0);
        kept = [];
      }
      await writeWhole(handle, chunk, bytes);
      bytes += chunk.length;
    },
    chunks: async function* chunks() {
      yield* handle === null ? kept : readWhole(handle, bytes);
    },
    close: async () => {
      kept = [];
      await handle?.close();
      handle = null;
    },
  };
}
