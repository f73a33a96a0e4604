// The demo tenants of an embedded database on a private machine. Their password is published, so they exist nowhere else.
import { isLoopback } from './config-contradictions.ts';
import type { Config } from './config.ts';
import * as accounts from './features/accounts/index.ts';
import * as organizations from './features/organizations/index.ts';
import * as plans from './features/plans/index.ts';
import type { Database, Transaction } from './platform/db/database.ts';
import { NO_SCOPE } from './platform/db/scope.ts';
import { FEATURES } from './platform/http/caller.ts';

export const DEMO_PASSWORD = 'farol-demo-2026';
export const DEMO_EMAIL = 'demo@example.com';

const TENANTS = [
  { holder: 1, organization: 'Demo', username: 'demo', plan: 1, units: 100_000, isOperator: true },
  { holder: 1, organization: 'Demo Basic', username: 'basic', plan: 2, units: 3, isOperator: false },
  { holder: 2, organization: 'Demo Other', username: 'other', plan: 1, units: 100_000, isOperator: false },
] as const;

/** Nobody but this machine can reach the service: a loopback address, and no proxy that would open it up. */
export function isPrivate(config: Config): boolean {
  const publicHost = config.publicUrl === '' ? 'localhost' : new URL(config.publicUrl).hostname;
  return (
    isLoopback(config.host) &&
    isLoopback(publicHost.replace(/^\[(.*)\]$/, '$1')) &&
    !config.behindTlsProxy &&
    config.trustedProxies.length === 0
  );
}

export function isDemoAllowed(config: Config): boolean {
  return config.demo && config.embeddedDatabase && isPrivate(config);
}

async function makeTenants(tx: Transaction, passwordHash: string): Promise<void> {
  await organizations.createHolder(tx, 'Demo holder');
  await organizations.createHolder(tx, 'Other demo holder');
  await plans.createPlan(tx, { name: 'Demo complete', typePlan: 'COMPLETE', features: FEATURES });
  await plans.createPlan(tx, { name: 'Demo basic', typePlan: 'ANALYTICS', features: ['ANALYTICS'] });
  for (const tenant of TENANTS) {
    const organization = await organizations.createOrganization(tx, tenant.holder, tenant.organization);
    const user = await accounts.createUser(tx, {
      email: `${tenant.username}@example.com`,
      username: tenant.username,
      passwordHash,
      isOperator: tenant.isOperator,
      isDemo: true,
    });
    const organizationId = Number(organization.id);
    await organizations.setMember(tx, { organizationId, userId: Number(user.id), role: 'admin' });
    await plans.grantUnits(tx, { organizationId, planId: tenant.plan, units: tenant.units });
  }
}

/** In an empty database the ids come out as 1, 2 and 3, as the documents say; a database with holders is left alone. */
export async function seedDemoTenants(
  operator: Database,
  passwords: ReturnType<typeof accounts.createPasswords>,
): Promise<boolean> {
  if ((await operator.transaction(NO_SCOPE, organizations.listHolders)).length > 0) {
    return false;
  }
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  await operator.transaction(NO_SCOPE, (tx) => makeTenants(tx, passwordHash));
  return true;
}
