// What operators see and do in the browser. Every look and every act is on record, in the same transaction.
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { listSources } from '../../platform/imports/source-list.ts';
import { listStates } from '../../platform/outbound/states.ts';
import { listActs, recordAct } from './act-store.ts';
import { countReasons, hasImport, listImports, listSetAside } from './import-queries.ts';
import type { OperatorWorld } from './ports.ts';
import { findServerVersion, listPlanSums, listTenants } from './queries.ts';
import type { PlansAnswer, SystemAnswer, TenantsAnswer } from './schemas.ts';
import type { ImportsAnswer, QuarantineAnswer, SourcesAnswer } from './source-schemas.ts';
import { actToWire, connectorToWire, importToWire, planToWire, sourceToWire, tenantToWire } from './wire.ts';

const MOST_SET_ASIDE = 200;
const MOST_ACTS = 20;

/** Who looks: the id of the user. */
export type Looking = { userId: number };
type Page = { limit: number };

export type OperatorService = {
  listTenants(who: Looking, page: Page & { after: number }): Promise<TenantsAnswer>;
  listPlans(who: Looking): Promise<PlansAnswer>;
  listSources(who: Looking): Promise<SourcesAnswer>;
  listImports(who: Looking, page: Page & { before: number }): Promise<ImportsAnswer>;
  readQuarantine(who: Looking, importId: number): Promise<QuarantineAnswer>;
  describeSystem(who: Looking): Promise<SystemAnswer>;
};

/** `database` is entered under the role `farol_overseer`. */
export type OperatorParts = { database: Database; clock: Clock; world: OperatorWorld };

/** Puts the look on record in the same transaction. */
function createLook(database: Database) {
  return <T>(
    { userId }: Looking,
    [action, subject]: readonly [string, string],
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> =>
    database.transaction(NO_SCOPE, async (tx) => {
      await recordAct(tx, { userId, action, subject });
      return work(tx);
    });
}

async function readSetAside(tx: Transaction, importId: number): Promise<QuarantineAnswer> {
  if (!(await hasImport(tx, importId))) {
    throw new FarolError('NOT_FOUND', { message: 'Import not found' });
  }
  const reasons = await countReasons(tx, importId);
  const rows = await listSetAside(tx, importId, MOST_SET_ASIDE);
  return {
    reasons: reasons.map((each) => ({ reason: each.reason, rows: Number(each.rows) })),
    rows: rows.map(({ file, line, reason }) => ({ file, line: Number(line), reason })),
  };
}

export function createOperatorService({ database, clock, world }: OperatorParts): OperatorService {
  const startedAt = clock.now().toISOString();
  const look = createLook(database);
  return {
    listTenants: async (who, { after, limit }) => {
      const rows = await look(who, ['tenants.list', 'tenants'], (tx) =>
        listTenants(tx, { after, limit: limit + 1 }),
      );
      const tenants = rows.slice(0, limit).map(tenantToWire);
      return { tenants, next: rows.length > limit ? (tenants.at(-1)?.organizationId ?? null) : null };
    },
    listPlans: async (who) => ({
      plans: (await look(who, ['plans.list', 'plans'], listPlanSums)).map(planToWire),
    }),
    listSources: async (who) => {
      const files = await world.listFileSources();
      return look(who, ['sources.list', 'sources'], async (tx) => {
        const states = await listStates(tx);
        const imported = await listSources(tx, files);
        return {
          live: world.listConnectors().map((connector) => connectorToWire(connector, states)),
          imported: imported.map(sourceToWire),
        };
      });
    },
    listImports: async (who, { before, limit }) => {
      const rows = await look(who, ['imports.list', 'imports'], (tx) =>
        listImports(tx, { before, limit: limit + 1 }),
      );
      const imports = rows.slice(0, limit).map(importToWire);
      return { imports, next: rows.length > limit ? (imports.at(-1)?.importId ?? null) : null };
    },
    readQuarantine: (who, importId) =>
      look(who, ['quarantine.read', `import ${importId}`], (tx) => readSetAside(tx, importId)),
    describeSystem: async (who) => {
      const findings = await world.diagnose();
      return look(who, ['system.read', 'system'], async (tx) => {
        const acts = await listActs(tx, MOST_ACTS);
        return {
          version: world.version,
          node: process.versions.node,
          database: await findServerVersion(tx),
          startedAt,
          findings: [...findings],
          acts: acts.map(actToWire),
        };
      });
    },
  };
}
