import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import { makePrivateFolder } from './location.ts';
import type { Location } from './location.ts';

/** sockaddr_un.sun_path has 108 bytes, the last of which is a zero (unix(7)). */
const LONGEST_SOCKET_PATH_BYTES = 107;
export const SOCKET_NAME = '.s.PGSQL.5432';

export function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= LONGEST_SOCKET_PATH_BYTES;
}

/** Beside the cluster, or under a short name when that path is too long for a socket. */
export function chooseSocketFolder({ postgresDir, mark }: { postgresDir: string; mark: string }): string {
  const beside = join(postgresDir, 'run');
  return fitsSocketPath(beside) ? beside : `/tmp/farol-${mark}`;
}

export async function prepareSocketFolder(location: Location): Promise<string> {
  const folder = chooseSocketFolder(location);
  if (folder.startsWith(location.postgresDir)) await makePrivateFolder(folder, location.account);
  else await makeShortFolder(folder, location.account);
  return folder;
}

/** Anybody may make this name in /tmp first, and would then own the database's door. */
async function makeShortFolder(folder: string, account: Account | null): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { uid, mode, isDirectory } = await inspect(folder);
    // It is root's own when a start was killed between making the folder and handing it over.
    const isOurs = uid === process.getuid?.() || uid === account?.uid;
    if (!isDirectory || mode !== 0o700 || !isOurs) throw new Error(foreignFolder(folder), { cause: error });
  }
  await makePrivateFolder(folder, account);
}

async function inspect(folder: string): Promise<{ uid: number; mode: number; isDirectory: boolean }> {
  const found = await lstat(folder);
  return { uid: found.uid, mode: found.mode & 0o777, isDirectory: found.isDirectory() };
}

function foreignFolder(folder: string): string {
  return (
    `The folder ${folder} is needed for the database's socket, but it belongs to another user or is open to others. ` +
    'Remove it, or choose a data folder with a shorter path with FAROL_DATA_DIR.'
  );
}
