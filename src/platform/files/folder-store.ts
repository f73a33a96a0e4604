// Files in a folder of this machine, or of a volume that all of them share.
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nameOf, segmentsOf } from './file-store.ts';
import type { FileStore, ListedFile } from './file-store.ts';
import { makeWorkFolder, writeIncoming } from './incoming-file.ts';

export type FolderSettings = { readonly root: string; readonly bucketName: string };

const WORK = '.work';

/** A new name in a folder survives a power cut only once the folder itself is written. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The folder and those above it that were missing, each written down in the one above. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Hidden folders are work under way. */
async function* walk(root: string, segments: readonly string[]): AsyncGenerator<ListedFile> {
  for await (const entry of await opendir(join(root, ...segments))) {
    const inside = [...segments, entry.name];
    const name = nameOf(inside);
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(root, inside);
    else if (name !== null) {
      const found = await stat(join(root, ...inside)).catch(() => null);
      if (found !== null) yield { name, writtenAtMs: found.mtimeMs };
    }
  }
}

export function createFolderStore({ root, bucketName }: FolderSettings): FileStore {
  // Beside the files, since a rename does not reach from one file system to another.
  const workFolder = join(root, WORK);
  makeWorkFolder(workFolder);
  return {
    bucketName,
    workFolder,
    write: async (name, content) => {
      const path = join(root, ...segmentsOf(name));
      const { path: incoming, bytes, sha256 } = await writeIncoming(workFolder, content);
      try {
        await makeFolder(dirname(path));
        await rename(incoming, path);
      } catch (error) {
        await rm(incoming, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
      return { bytes, sha256 };
    },
    open: async (name) => {
      const path = join(root, ...segmentsOf(name));
      try {
        const handle = await open(path, 'r');
        const { size } = await handle.stat();
        return { bytes: size, stream: handle.createReadStream() };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (name) => rm(join(root, ...segmentsOf(name)), { force: true }),
    list: () => walk(root, []),
    close: () => Promise.resolve(),
  };
}
