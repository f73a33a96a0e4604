// A file while it is written: under a name that says so, counted and hashed on the way.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { KeptFile } from './file-store.ts';

export type IncomingFile = KeptFile & { readonly path: string };

const HOUR_MS = 3_600_000;
/** A write that takes longer has been left by a process that is gone. */
const LEFT_AFTER_MS = 6 * HOUR_MS;

export function makeWorkFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Written through to the disk. After a failure nothing of it is left. */
export async function writeIncoming(
  workFolder: string,
  content: AsyncIterable<Uint8Array>,
): Promise<IncomingFile> {
  const path = join(workFolder, `${randomBytes(12).toString('hex')}.incoming`);
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    const counted = async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    await pipeline(counted(), handle.createWriteStream({ flush: true }));
    return { path, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

/** What killed processes have left behind. */
export async function removeLeftovers(workFolder: string, nowMs: number): Promise<number> {
  let removed = 0;
  for (const name of await readdir(workFolder)) {
    const path = join(workFolder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || nowMs - found.mtimeMs < LEFT_AFTER_MS) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
