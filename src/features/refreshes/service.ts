// Reading and changing when an organization's radars and processes are refreshed.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { readPlan, writePlan } from './plan-store.ts';
import type { StoredPlan } from './plan-store.ts';
import { findRun } from './rules.ts';
import type { RefreshPlan } from './rules.ts';

type Asked = { entry: Entry; actor: string };

export type WirePlan = {
  organizationId: number;
  weekdays: number[];
  hours: number[];
  dailyBudget: number;
  run: { day: string | null; spent: number };
};

export type RefreshPlanService = {
  get(entry: Entry): Promise<WirePlan>;
  set(asked: Asked & { plan: RefreshPlan }): Promise<WirePlan>;
};

function inOrder(numbers: readonly number[]): number[] {
  return numbers.toSorted((one, other) => one - other);
}

function toWire(organizationId: number, plan: StoredPlan, nowMs: number): WirePlan {
  const { weekdays, hours, dailyBudget, spent, spentOn } = plan;
  const day = findRun(plan, nowMs)?.day ?? null;
  return {
    organizationId,
    weekdays: [...weekdays],
    hours: [...hours],
    dailyBudget,
    run: { day, spent: day !== null && day === spentOn ? spent : 0 },
  };
}

export function createRefreshPlans({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): RefreshPlanService {
  return {
    get: ({ organizationId, scope }) =>
      database.transaction(scope, async (tx) =>
        toWire(organizationId, await readPlan(tx, organizationId), clock.nowMs()),
      ),
    set: ({ entry: { organizationId, scope }, actor, plan }) =>
      database.transaction(scope, async (tx) => {
        const { weekdays, hours, dailyBudget } = plan;
        const sorted = { weekdays: inOrder(weekdays), hours: inOrder(hours), dailyBudget };
        await writePlan(tx, organizationId, sorted);
        const subject = `organization ${organizationId}`;
        recordAudit(tx, [{ organizationId, actor, action: 'refresh-plan.set', subject, documentHash: null }]);
        return toWire(organizationId, await readPlan(tx, organizationId), clock.nowMs());
      }),
  };
}
