// What readiness asks of the database, on the connections that serve requests and under their role.
import type { Database } from './database.ts';
import { compareWithApplied, readMigrations } from './migrator.ts';
import type { AppliedRow } from './migrator.ts';
import { NO_SCOPE } from './scope.ts';

export async function isReachable(database: Database): Promise<boolean> {
  return (await database.readOnce(NO_SCOPE, { name: 'ping', sql: 'select 1', values: [] })).length === 1;
}

export async function isMigrated(database: Database, folder: string): Promise<boolean> {
  const [known, applied] = await Promise.all([
    readMigrations(folder),
    database.readOnce<AppliedRow>(NO_SCOPE, {
      name: 'applied_migrations',
      sql: 'select version, name, checksum, breaking from migrations',
      values: [],
    }),
  ]);
  return compareWithApplied(known, applied).length === 0;
}
