import { loadConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { prepareDatabase } from './prepare-database.ts';
import { requireDatabaseUrl, requireMigrationUrl } from './setup.ts';

export async function runMigrate(projectDir: string, options: { json?: boolean }): Promise<void> {
  const config = loadConfig(projectDir);
  const urls = { serving: await requireDatabaseUrl(config), migration: await requireMigrationUrl(config) };
  const log = createLog({ level: 'silent', process: 'migrate' });
  const { applied, version } = await prepareDatabase(config, urls, { log, seedDemo: false });
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ applied, version })}\n`);
    return;
  }
  const done = applied.length === 0 ? 'Nothing to do' : `Applied ${applied.join(', ')}`;
  process.stdout.write(`${done}. The schema is at version ${version}.\n`);
}
