// What commands share: where the database is, and a session of the operator on it.
import { loadConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { connect } from '../connect.ts';
import { createKeyring, readKeyFile } from '../platform/crypto/keyring.ts';
import { createLog } from '../platform/log.ts';
import { findRunningPostgres } from '../platform/postgres/index.ts';
import { CommandFault } from './exit.ts';
import type { OperatorSession } from './operator/index.ts';

/** The serving address; null when it is the embedded database and that is not running. */
export async function findDatabaseUrl(config: Config): Promise<string | null> {
  return config.databaseUrl?.reveal() ?? (await findRunningPostgres(config));
}

export async function requireDatabaseUrl(config: Config): Promise<string> {
  const url = await findDatabaseUrl(config);
  if (url === null) {
    throw new CommandFault(
      'The embedded database is not running. Start it with "npm start", or name your own in FAROL_DATABASE_URL.',
      69,
    );
  }
  return url;
}

/** The role that owns the tables connects with its own address where there is one. */
export async function requireMigrationUrl(config: Config): Promise<string> {
  return config.migrationUrl?.reveal() ?? (await requireDatabaseUrl(config));
}

export async function openOperator(projectDir: string): Promise<OperatorSession> {
  const config = loadConfig(projectDir);
  const databaseUrl = await requireMigrationUrl(config);
  const log = createLog({ level: 'silent', process: 'cli' });
  const operator = connect({ config, databaseUrl, log }, 'farol_operator', 'cli');
  return {
    config,
    databaseUrl,
    operator,
    keyring: () => createKeyring(readKeyFile(config.keyFile)),
    close: () => operator.close(),
  };
}
