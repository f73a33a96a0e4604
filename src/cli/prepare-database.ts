// Everything that must be in a database before it can be served: schema, signing key, and the demo where it is allowed.
import type { Config } from '../config.ts';
import { connect, migrationsFolder } from '../connect.ts';
import { isDemoAllowed, seedDemoTenants } from '../demo.ts';
import * as accounts from '../features/accounts/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../platform/crypto/keyring.ts';
import { migrate } from '../platform/db/migrator.ts';
import type { MigrationReport } from '../platform/db/migrator.ts';
import { NO_SCOPE } from '../platform/db/scope.ts';
import { admitServingUser } from '../platform/db/serving-user.ts';
import { listRunners } from '../platform/imports/runners.ts';
import type { Log } from '../platform/log.ts';
import { needsPopulation } from './first-population.ts';

export type Prepared = MigrationReport & { demo: boolean; needsPopulation: boolean };

function ensureKeyFile(config: Config): void {
  if (!config.embeddedDatabase) {
    return;
  }
  try {
    createKeyFile(config.keyFile);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') {
      throw error;
    }
  }
}

export async function prepareDatabase(
  config: Config,
  urls: { serving: string; migration: string },
  options: { log: Log; seedDemo: boolean },
): Promise<Prepared> {
  const { log } = options;
  const report = await migrate(urls.migration, migrationsFolder(config));
  if (report.applied.length > 0) {
    log.info({ applied: report.applied }, 'migrated');
  }
  await admitServingUser(urls.migration, urls.serving);
  ensureKeyFile(config);
  const keyring = createKeyring(readKeyFile(config.keyFile));
  const operator = connect({ config, databaseUrl: urls.migration, log }, 'farol_operator', 'serve');
  try {
    if (!(await operator.transaction(NO_SCOPE, accounts.hasSigningKey))) {
      await accounts.rotateSigningKey(operator, keyring);
    }
    const demo = isDemoAllowed(config);
    if (demo && options.seedDemo) {
      await seedDemoTenants(operator, accounts.createPasswords(config.passwordHashing));
    }
    const switched = await operator.transaction(NO_SCOPE, (tx) => accounts.shutDemoUsersOut(tx, !demo));
    if (switched > 0 && !demo) {
      log.warn(
        { users: switched },
        'demo users are disabled: others than this machine could reach the service',
      );
    }
    const runners = await operator.transaction(NO_SCOPE, listRunners);
    return { ...report, demo, needsPopulation: needsPopulation(config, runners) };
  } finally {
    await operator.close();
  }
}
