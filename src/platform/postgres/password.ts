import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './durable-files.ts';

/** The superuser's password, made once. A start that is killed in the middle leaves no half file. */
export async function readOrMakePassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir);
  const secretsDir = dirname(file);
  await mkdir(secretsDir, { recursive: true, mode: 0o700 });
  const known = await readPassword(dataDir);
  if (known !== null) return known;
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${randomBytes(32).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    // Unlike rename, link never replaces a password that another start has made meanwhile.
    await link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(secretsDir);
  return (await readFile(file, 'utf8')).trim();
}

export async function readPassword(dataDir: string): Promise<string | null> {
  const file = passwordFile(dataDir);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(`The database password in ${file} cannot be read (${code ?? 'unknown fault'}).`, {
      cause: error,
    });
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'secrets', 'database-password');
}
