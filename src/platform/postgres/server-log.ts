import { constants } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;
const TAIL_LINES = 15;

/** Renames a large log to *.1, then opens it for appending. Never through a symbolic link: root may be writing. */
export async function openServerLog(path: string): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > ROTATE_ABOVE_BYTES) await rename(path, `${path}.1`);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  return open(path, flags, 0o600);
}

/** The last lines written after `fromByte`, for a message about a failed start. */
export async function readLogTail(path: string, fromByte: number): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const start = Math.max(fromByte, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position: start });
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    await file.close();
  }
}
