// Who calls: three organizations under load and one whose units run out, each with a user who sees no other.
import type { Config } from '../../src/config.ts';
import { connect, migrationsFolder } from '../../src/connect.ts';
import * as accounts from '../../src/features/accounts/index.ts';
import * as organizations from '../../src/features/organizations/index.ts';
import * as plans from '../../src/features/plans/index.ts';
import { createKeyFile, createKeyring, readKeyFile } from '../../src/platform/crypto/keyring.ts';
import type { Transaction } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrator.ts';
import { NO_SCOPE } from '../../src/platform/db/scope.ts';
import { FEATURES } from '../../src/platform/http/caller.ts';
import { createLog } from '../../src/platform/log.ts';
import { noteCanary } from '../support/canaries.ts';
import { withClient } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { installProbes } from '../support/probe-capability.ts';
import type { Requests } from '../support/requests.ts';

export const LOADED_ORGANIZATIONS: readonly number[] = [1, 2, 3];
export const RACED_ORGANIZATION = 4;
export const ALL_ORGANIZATIONS: readonly number[] = [...LOADED_ORGANIZATIONS, RACED_ORGANIZATION];
export const RACE_UNITS = 100;
export const PLAN = 1;
const LOAD_UNITS = 10_000_000;
const PASSWORD = 'probe after probe 2026';
/** In KiB. Every scenario logs all of them in, and nothing of it is about passwords. */
const CHEAP = { memory: 256, passes: 1, parallelism: 1 };

const emailOf = (organizationId: number): string => `tenant${organizationId}@example.com`;

/** Part of every note of the organization, and thus of nothing that another one may see. */
export function canaryOf(organizationId: number): string {
  return `canary-of-${organizationId}-`;
}

async function makeTenants(tx: Transaction, passwordHash: string): Promise<void> {
  const holder = await organizations.createHolder(tx, 'Proof');
  await plans.createPlan(tx, { name: 'Proof', typePlan: 'COMPLETE', features: FEATURES });
  for (const expected of ALL_ORGANIZATIONS) {
    const organization = await organizations.createOrganization(tx, Number(holder.id), `Tenant ${expected}`);
    const organizationId = Number(organization.id);
    if (organizationId !== expected) {
      throw new Error('The tenants were not made in an empty database');
    }
    const user = await accounts.createUser(tx, {
      email: emailOf(organizationId),
      username: `tenant${organizationId}`,
      passwordHash,
      isOperator: false,
      isDemo: false,
    });
    await organizations.setMember(tx, { organizationId, userId: Number(user.id), role: 'admin' });
    const units = organizationId === RACED_ORGANIZATION ? RACE_UNITS : LOAD_UNITS;
    await plans.grantUnits(tx, { organizationId, planId: PLAN, units });
  }
}

/** Migrates, makes the keys, the probe's table and the tenants. */
export async function furnish(config: Config, url: string): Promise<void> {
  await migrate(url, migrationsFolder(config));
  await installProbes({
    admin: (sql, values) =>
      withClient(url, async (client) => (await client.query(sql, values)).rows as unknown[]),
  });
  createKeyFile(config.keyFile);
  const log = createLog({ level: 'silent', process: 'prove' });
  const operator = connect({ config, databaseUrl: url, log }, 'farol_operator', 'prove');
  try {
    await accounts.rotateSigningKey(operator, createKeyring(readKeyFile(config.keyFile)));
    const passwordHash = await accounts.createPasswords(1, CHEAP).hash(PASSWORD);
    await operator.transaction(NO_SCOPE, (tx) => makeTenants(tx, passwordHash));
  } finally {
    await operator.close();
  }
}

const UNAVAILABLE = 503;
const PATIENCE_MS = 30_000;

async function logIn(requests: Requests, url: string, organizationId: number): Promise<string> {
  const wanted = {
    method: 'POST',
    url: `${url}/v1/login`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(organizationId), password: PASSWORD }),
  };
  // A busy machine may have no connection for it in time, or no time at all; who is told so comes again.
  let [status, body] = [UNAVAILABLE, ''];
  await eventually(async () => {
    const answer = await requests.send(wanted).catch(() => null);
    if (answer !== null) ({ status, body } = answer);
    return status !== UNAVAILABLE;
  }, PATIENCE_MS);
  if (status !== 200) throw new Error(`A tenant could not log in: ${status} ${body}`);
  const { token } = JSON.parse(body) as { token: string };
  noteCanary(emailOf(organizationId), token);
  return token;
}

export async function logInAll(requests: Requests, url: string): Promise<ReadonlyMap<number, string>> {
  const logInOne = async (organizationId: number): Promise<[number, string]> => [
    organizationId,
    await logIn(requests, url, organizationId),
  ];
  return new Map(await Promise.all(ALL_ORGANIZATIONS.map(logInOne)));
}
