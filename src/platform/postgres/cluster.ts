// Makes the cluster's files, once. A start that is killed in the middle leaves only a temporary folder.
import { spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './durable-files.ts';
import type { Location } from './location.ts';
import { makePrivateFolder } from './location.ts';

const TEMPORARY_PREFIX = 'data.making-';

/** The caller holds the start lock, so every temporary folder found here was left by a killed start. */
export async function makeClusterWhenMissing(
  location: Location,
  password: string,
  durable: boolean,
): Promise<boolean> {
  await removeLeftOvers(location.postgresDir);
  const version = await readFile(join(location.pgData, 'PG_VERSION'), 'utf8').catch(() => null);
  const major = location.binaries.version.split('.')[0] ?? '';
  if (version !== null) {
    if (version.trim() === major) return false;
    throw new Error(
      `The database in ${location.pgData} was made by PostgreSQL ${version.trim()}, and this program brings ${major}. ` +
        'Export it with the former version and import it into a new data folder.',
    );
  }
  const temporary = await mkdtemp(join(location.postgresDir, TEMPORARY_PREFIX));
  await makePrivateFolder(temporary, location.account);
  const passwordFile = `${temporary}.password`;
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (location.account !== null) await chown(passwordFile, location.account.uid, location.account.gid);
    await runInitdb(location, { temporary, passwordFile, durable });
    await rename(temporary, location.pgData);
    // Were the new name lost in a power cut, the next start would take the cluster for a left-over.
    if (durable) await syncFolder(location.postgresDir);
    return true;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}

async function removeLeftOvers(postgresDir: string): Promise<void> {
  for (const name of await readdir(postgresDir)) {
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    // An initdb whose starter was killed may still be writing into it; then the next start removes it.
    await rm(join(postgresDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

type InitdbOptions = { temporary: string; passwordFile: string; durable: boolean };

async function runInitdb(location: Location, options: InitdbOptions): Promise<void> {
  const args = [
    `--pgdata=${options.temporary}`,
    '--username=farol',
    '--auth=scram-sha-256',
    `--pwfile=${options.passwordFile}`,
    '--data-checksums',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: sorted alike on every machine, and no update of the system's C library can
    // change the order under an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  const { account } = location;
  const child = spawn(join(location.binaries.nativeDir, 'bin', 'initdb'), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    cwd: '/',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code === 0) return;
  const lines = output.trim().split('\n').slice(-15).join('\n');
  throw new Error(
    `The database could not be created in ${location.pgData} (initdb ended with ${code ?? 'no code'}).\n${lines}`,
  );
}
