// What the API offers to those who administer: balance, ledger, members and audit trail of an organization, and the pages of
// whoever operates the installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { connect } from './connect.ts';
import type { DatabaseSurroundings } from './connect.ts';
import { describeConnectors } from './connectors.ts';
import * as audit from './features/audit/index.ts';
import * as operator from './features/operator/index.ts';
import * as organizations from './features/organizations/index.ts';
import * as plans from './features/plans/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database } from './platform/db/database.ts';
import { createAuditChain } from './platform/sequencer/audit-chain.ts';

type Routes = Parameters<typeof plans.addLedgerRoutes>[0];
type Around = DatabaseSurroundings & { diagnose?: operator.OperatorWorld['diagnose'] };
type Parts = { database: Database; keyring: Keyring; clock: Clock };

/** Few people look at these pages, and requests of tenants must not wait for them. */
const OPERATOR_CONNECTIONS = 2;

function readVersion({ projectDir }: Config): string {
  return (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }).version;
}

function describeWorld({ config, diagnose }: Around, clock: Clock): operator.OperatorWorld {
  return {
    version: readVersion(config),
    listConnectors: () => describeConnectors(config),
    listFileSources: async () => {
      // Loaded only here: it brings every import with it.
      const { createImports } = await import('./imports.ts');
      return createImports(clock, config).definitions;
    },
    diagnose: diagnose ?? (() => Promise.resolve([])),
  };
}

export function openAdministration(
  around: Around,
  { database, keyring, clock }: Parts,
): { addRoutes(routes: Routes): void; close(): Promise<void> } {
  const config = { ...around.config, databasePoolSize: OPERATOR_CONNECTIONS };
  const overseer = connect({ ...around, config, clock }, 'farol_overseer', 'api operator');
  const world = describeWorld(around, clock);
  const balances = plans.createBalanceReads(database);
  const ledger = plans.createLedgerService({ database, clock });
  const members = organizations.createMemberService({ database });
  const trail = audit.createAuditService({ database, chain: createAuditChain(keyring) });
  const pages = operator.createOperatorService({ database: overseer, clock, world });
  const jobs = operator.createOperatorJobs({ database: overseer });
  return {
    addRoutes: (routes) => {
      plans.addPlanRoutes(routes, balances);
      plans.addLedgerRoutes(routes, ledger);
      organizations.addMemberRoutes(routes, members);
      audit.addAuditRoutes(routes, trail);
      operator.addOperatorRoutes(routes, { operator: pages, jobs });
    },
    close: () => overseer.close(),
  };
}
