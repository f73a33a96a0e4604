// One throw-away PostgreSQL cluster for a whole test run. Tests make their own databases in it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/postgres/index.ts';
import { REPOSITORY_ROOT } from './repository.ts';

export type TestDatabase = { readonly url: string; readonly remove: () => Promise<void> };

// Nothing of this cluster outlives the run, so nothing of it needs to reach the disk.
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

// As root the program may put binaries or data into a folder of this form, of which its notices tell.
const SYSTEM_FOLDER = /\/var\/lib\/farol\/[0-9a-f]{12}(?=\/)/g;

export async function startTestDatabase(folder: string, logFolder: string): Promise<TestDatabase> {
  const server = await startEmbeddedPostgres({
    projectDir: REPOSITORY_ROOT,
    dataDir: join(folder, 'data-dir'),
    logFile: join(logFolder, 'postgres.log'),
    settings: SETTINGS,
    log: { info: () => undefined, warn: printFault, error: printFault },
  });
  const outside = server.notices.flatMap((notice) => notice.match(SYSTEM_FOLDER) ?? []);
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      for (const path of new Set(outside)) await rm(path, { recursive: true, force: true });
    },
  };
}

function printFault(fields: Record<string, unknown>, message: string): void {
  console.error(message, fields);
}
