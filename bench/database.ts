// A PostgreSQL of the bench's own, with the settings and the durability of production, holding the demo tenants.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../src/config.ts';
import { connect, migrationsFolder } from '../src/connect.ts';
import { seedDemoTenants } from '../src/demo.ts';
import * as accounts from '../src/features/accounts/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../src/platform/crypto/keyring.ts';
import { migrate } from '../src/platform/db/migrator.ts';
import { NO_SCOPE } from '../src/platform/db/scope.ts';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/index.ts';

export type BenchDatabase = { readonly url: string; remove(): Promise<void> };

// As root the program may put binaries or data into a folder of this form, of which its notices tell.
const SYSTEM_FOLDER = /\/var\/lib\/farol\/[0-9a-f]{12}(?=\/)/g;

export async function startDatabase(projectDir: string, folder: string): Promise<BenchDatabase> {
  const tellFault = (fields: Record<string, unknown>, message: string): void =>
    console.error(message, fields);
  const server = await startEmbeddedPostgres({
    projectDir,
    dataDir: join(folder, 'database'),
    logFile: join(folder, 'postgres.log'),
    log: { info: () => undefined, warn: tellFault, error: tellFault },
  });
  const outside = new Set(server.notices.flatMap((notice) => notice.match(SYSTEM_FOLDER) ?? []));
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      for (const path of outside) await rm(path, { recursive: true, force: true });
    },
  };
}

/** Migrates, makes keys and demo tenants, and tells the version of the database. */
export async function furnishDatabase(config: Config, url: string): Promise<{ version: string }> {
  await migrate(url, migrationsFolder(config));
  createKeyFile(config.keyFile);
  const log = createLog({ level: 'silent', process: 'bench' });
  const operator = connect({ config, databaseUrl: url, log }, 'farol_operator', 'bench');
  try {
    await accounts.rotateSigningKey(operator, createKeyring(readKeyFile(config.keyFile)));
    await seedDemoTenants(operator, accounts.createPasswords(config.passwordHashing));
    const [row] = await operator.readOnce<{ server_version: string }>(NO_SCOPE, {
      name: 'version',
      sql: 'show server_version',
      values: [],
    });
    return { version: row?.server_version ?? 'unknown' };
  } finally {
    await operator.close();
  }
}
