// Checks of what the database holds for serving: signing keys that the key file opens, and no demo users in the open.
// They enter the application role, so they also show that it can be entered.
import type { Config } from '../config.ts';
import { connect } from '../connect.ts';
import { isDemoAllowed } from '../demo.ts';
import * as accounts from '../features/accounts/index.ts';
import { createKeyring, KeyFault, readKeyFile } from '../platform/crypto/keyring.ts';
import type { Keyring } from '../platform/crypto/keyring.ts';
import type { Database } from '../platform/db/database.ts';
import { NO_SCOPE } from '../platform/db/scope.ts';
import { createLog } from '../platform/log.ts';
import { examine, fault, fine } from './doctor-finding.ts';
import type { Finding } from './doctor-finding.ts';

function openKeyring(config: Config): Keyring | null {
  try {
    return createKeyring(readKeyFile(config.keyFile));
  } catch {
    return null;
  }
}

async function checkSigningKeys(database: Database, config: Config): Promise<Finding> {
  if (!(await database.transaction(NO_SCOPE, accounts.hasSigningKey))) {
    return fault('signing keys', {
      message: 'There is no key to sign access tokens with, so nobody can log in.',
      remedy: 'Run "npx farol keys rotate" ("npm start" makes the first one by itself).',
    });
  }
  const wrongFile = {
    message: `The signing keys in the database do not open with the key file ${config.keyFile}.`,
    remedy:
      'Put back the key file that the database was set up with. If it is lost, run ' +
      '"npx farol keys rotate --retire-old": everybody then logs in again.',
  };
  const keyring = openKeyring(config);
  if (keyring === null) {
    return fault('signing keys', wrongFile);
  }
  try {
    const [newest] = await accounts.openSigningKeys(database, keyring);
    return fine('signing keys', `The key file opens them; ${newest?.id ?? 'none'} signs.`);
  } catch (error) {
    if (error instanceof KeyFault) {
      return fault('signing keys', wrongFile);
    }
    throw error;
  }
}

async function checkDemoUsers(
  database: Database,
  config: Config,
  isAllowed: (config: Config) => boolean,
): Promise<Finding> {
  const users = await database.transaction(NO_SCOPE, accounts.listUsers);
  const open = users.filter((user) => user.is_demo && user.disabled_at === null);
  if (open.length === 0) {
    return fine('demo users', 'None can log in.');
  }
  return isAllowed(config)
    ? fine('demo users', `${open.length} can log in, from this machine only.`)
    : fault('demo users', {
        message: `${open.length} demo users can log in, and their password is published.`,
        remedy: `Restart Farol, which shuts them out, or run ${open.map(({ id }) => `"npx farol user disable ${id}"`).join(', ')}.`,
      });
}

export async function checkAccounts(
  config: Config,
  databaseUrl: string,
  mayHaveDemoUsers = isDemoAllowed,
): Promise<Finding[]> {
  const log = createLog({ level: 'silent', process: 'doctor' });
  const database = connect({ config, databaseUrl, log }, 'farol_app', 'doctor');
  try {
    return [
      await examine('signing keys', () => checkSigningKeys(database, config)),
      await examine('demo users', () => checkDemoUsers(database, config, mayHaveDemoUsers)),
    ];
  } finally {
    await database.close();
  }
}
