import { chmod, mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder with the given mode whatever the umask. Sets it only on folders that it makes, also the ones
 * above: those of others keep theirs.
 */
export async function makeFolders(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, mode);
}

/**
 * Makes the data folder and returns its real path. As root others may pass through it, though not list it:
 * the database runs under an account of its own. What is private inside has its own mode.
 */
export async function makeDataFolder(dataDir: string): Promise<string> {
  await makeFolders(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  return realpath(dataDir);
}
