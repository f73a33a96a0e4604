import { open } from 'node:fs/promises';

/** A new or changed name in a folder survives a power cut only once the folder itself is written. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
