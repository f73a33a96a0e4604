import { loadConfig } from '../config.ts';
import { migrationsFolder } from '../connect.ts';
import { migrate } from '../platform/db/migrator.ts';
import { admitServingUser } from '../platform/db/serving-user.ts';
import { requireDatabaseUrl, requireMigrationUrl } from './setup.ts';

export async function runMigrate(projectDir: string, options: { json?: boolean }): Promise<void> {
  const config = loadConfig(projectDir);
  const migrationUrl = await requireMigrationUrl(config);
  const report = await migrate(migrationUrl, migrationsFolder(config));
  await admitServingUser(migrationUrl, await requireDatabaseUrl(config));
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const done = report.applied.length === 0 ? 'Nothing to do' : `Applied ${report.applied.join(', ')}`;
  process.stdout.write(`${done}. The schema is at version ${report.version}.\n`);
}
