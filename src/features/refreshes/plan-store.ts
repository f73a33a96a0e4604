// The plan of an organization, and how much of its run is used.
import type { Transaction } from '../../platform/db/database.ts';
import { DEFAULT_PLAN } from './rules.ts';
import type { RefreshPlan } from './rules.ts';

type PlanRow = {
  weekdays: number[];
  hours: number[];
  daily_budget: number;
  spent: number;
  spent_on: string | null;
};
export type StoredPlan = RefreshPlan & { readonly spent: number; readonly spentOn: string | null };

const COLUMNS = 'p.weekdays, p.hours, p.daily_budget, p.spent, p.spent_on::text as spent_on';

function toPlan(row: PlanRow): StoredPlan {
  const { weekdays, hours, daily_budget: dailyBudget, spent, spent_on: spentOn } = row;
  return { weekdays, hours, dailyBudget, spent, spentOn };
}

/** The default where none was ever set. */
export async function readPlan(tx: Transaction, organizationId: number): Promise<StoredPlan> {
  const [row] = await tx.prepared<PlanRow>(
    'read_refresh_plan',
    `select ${COLUMNS} from refresh_plans p where p.organization_id = $1`,
    [organizationId],
  );
  return row === undefined ? { ...DEFAULT_PLAN, spent: 0, spentOn: null } : toPlan(row);
}

/** Held until the commit, so that the budget is counted by one at a time. */
export async function lockPlan(tx: Transaction, organizationId: number): Promise<StoredPlan> {
  await tx.query('insert into refresh_plans (organization_id) values ($1) on conflict do nothing', [
    organizationId,
  ]);
  const [row] = await tx.query<PlanRow>(
    `select ${COLUMNS} from refresh_plans p where p.organization_id = $1 for update`,
    [organizationId],
  );
  if (row === undefined) {
    throw new Error('A refresh plan is not where it was put');
  }
  return toPlan(row);
}

export async function noteSpent(
  tx: Transaction,
  organizationId: number,
  { day, spent }: { day: string; spent: number },
): Promise<void> {
  await tx.query('update refresh_plans set spent = $3, spent_on = $2 where organization_id = $1', [
    organizationId,
    day,
    spent,
  ]);
}

export async function writePlan(tx: Transaction, organizationId: number, plan: RefreshPlan): Promise<void> {
  await tx.query(
    `insert into refresh_plans (organization_id, weekdays, hours, daily_budget) values ($1, $2, $3, $4)
     on conflict (organization_id) do update set weekdays = excluded.weekdays, hours = excluded.hours,
       daily_budget = excluded.daily_budget, updated_at = clock_now()`,
    [organizationId, plan.weekdays, plan.hours, plan.dailyBudget],
  );
}
