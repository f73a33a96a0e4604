// Where the cluster's files lie. Normally everything is inside the data folder; as root, when the account
// that runs PostgreSQL may not enter it, binaries and cluster go to a folder of their own under /var/lib/farol.
import { createHash } from 'node:crypto';
import { chmod, chown, lchown, lstat, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataFolder, makeFolders } from '../supervisor/data-folder.ts';
import { canEnter, canRun, chooseAccount, isRoot } from './account.ts';
import type { Account } from './account.ts';
import { copyBinaries, findBinaries, makeLibraryLinks } from './binaries.ts';
import type { Binaries } from './binaries.ts';

export type Location = {
  account: Account | null;
  binaries: Binaries;
  /** Holds data, run and the log; belongs to whoever runs this program. */
  postgresDir: string;
  pgData: string;
  clusterName: string;
  /** 12 hexadecimal digits that tell this data folder from others on the machine. */
  mark: string;
  notices: string[];
};

const SYSTEM_DIR = '/var/lib/farol';

export async function prepareLocation(projectDir: string, dataDir: string): Promise<Location> {
  const { mark, inPlace, apart, isApart } = await locateCluster(await makeDataFolder(dataDir));
  const systemDir = dirname(apart);
  const notices: string[] = [];
  await makeFolders(inPlace, isRoot() ? 0o711 : 0o700);
  const owner = await ownerOf(join(isApart ? apart : inPlace, 'data'));
  const account = chooseAccount(owner);
  if (account === null) requireOwnData(owner, inPlace);

  let postgresDir = inPlace;
  if (account !== null && (isApart || !canEnter(account, inPlace))) {
    if (!isApart && owner !== null) throw new Error(unreachableData(account, inPlace));
    await rememberPlace(inPlace, apart);
    await makeFolders(apart, 0o711);
    postgresDir = apart;
    notices.push(`The database lies in ${apart}, because ${account.name} may not enter ${inPlace}.`);
  }
  const found = await findBinaries(projectDir);
  const binaries = await usableBinaries(found, account, account === null ? postgresDir : systemDir);
  if (binaries !== found) notices.push(`PostgreSQL runs from a copy in ${dirname(binaries.nativeDir)}.`);
  const pgData = join(postgresDir, 'data');
  if (account !== null && owner?.uid === 0) await giveTree(pgData, account);
  return { account, binaries, postgresDir, pgData, clusterName: clusterNameOf(mark), mark, notices };
}

export function clusterNameOf(mark: string): string {
  return `farol-${mark}`;
}

export type ClusterPlaces = { mark: string; inPlace: string; apart: string; isApart: boolean };

export async function locateCluster(realDataDir: string): Promise<ClusterPlaces> {
  const mark = createHash('sha256').update(realDataDir).digest('hex').slice(0, 12);
  const inPlace = join(realDataDir, 'postgres');
  const apart = join(SYSTEM_DIR, mark, 'postgres');
  return { mark, inPlace, apart, isApart: isRoot() && (await ownerOf(join(apart, 'data'))) !== null };
}

async function usableBinaries(found: Binaries, account: Account | null, copyDir: string): Promise<Binaries> {
  const links = await makeLibraryLinks(found.nativeDir);
  if (account === null ? links === 'made' : canRun(account, found.nativeDir)) return found;
  await makeFolders(copyDir, 0o711);
  const copied = await copyBinaries(found, copyDir);
  if (account !== null && !canRun(account, copied.nativeDir)) {
    throw new Error(
      `PostgreSQL does not run as root, and ${account.name} can run it neither from ${found.nativeDir} nor from ` +
        `${copied.nativeDir}. Start Farol as an ordinary user, or give it a database with FAROL_DATABASE_URL.`,
    );
  }
  return copied;
}

/** A cluster outside the data folder would silently be left behind when that folder is renamed. */
async function rememberPlace(inPlace: string, apart: string): Promise<void> {
  const note = join(inPlace, 'location');
  const known = (await readFile(note, 'utf8').catch(() => '')).trim();
  if (known !== '' && known !== apart && (await ownerOf(join(known, 'data'))) !== null) {
    throw new Error(
      `The database of this folder was made in ${known}, when the folder had another name. ` +
        `To keep it, run "mv ${dirname(known)} ${dirname(apart)}"; to begin with an empty one, remove ${note}.`,
    );
  }
  await writeFile(note, `${apart}\n`);
}

function unreachableData(account: Account, inPlace: string): string {
  return (
    `PostgreSQL runs as ${account.name}, who may not enter ${inPlace}, where the database lies. ` +
    'Allow entering with "chmod o+x" on that folder and the folders above it, then start again.'
  );
}

function requireOwnData(owner: { uid: number } | null, inPlace: string): void {
  if (owner === null || owner.uid === process.getuid?.()) return;
  throw new Error(
    `The database in ${inPlace} belongs to another user (uid ${owner.uid}). Start Farol as that user or as root, ` +
      'or choose another folder with FAROL_DATA_DIR.',
  );
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const { uid, gid } = await lstat(path);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes a folder that only PostgreSQL's account may enter. */
export async function makePrivateFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** After a copy made by root everything belongs to root, and PostgreSQL refuses data of another owner. */
async function giveTree(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await giveTree(child, account);
    else await lchown(child, account.uid, account.gid);
  }
}
