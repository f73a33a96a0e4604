// Plans and subscriptions, as the operator's commands change them.
import type { Transaction } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/http/caller.ts';

export const PLAN_TYPES = ['ANALYTICS', 'MONITORING', 'COMPLETE'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export type PlanRow = {
  id: string;
  name: string;
  type_plan: PlanType;
  features: Feature[];
  is_visible: boolean;
  created_at: Date;
  disabled_at: Date | null;
};
export type SubscriptionRow = {
  organization_id: string;
  plan_id: string;
  granted: string;
  consumed: string;
  ended_at: Date | null;
};

export async function createPlan(
  tx: Transaction,
  plan: { name: string; typePlan: PlanType; features: readonly Feature[] },
): Promise<PlanRow> {
  const [row] = await tx.query<PlanRow>(
    `insert into plans (name, type_plan, features) values ($1, $2, $3)
     returning id, name, type_plan, features, is_visible, created_at, disabled_at`,
    [plan.name, plan.typePlan, plan.features],
  );
  if (row === undefined) {
    throw new Error('A plan was not stored');
  }
  return row;
}

export function listPlans(tx: Transaction): Promise<PlanRow[]> {
  return tx.query<PlanRow>(
    `select p.id, p.name, p.type_plan, p.features, p.is_visible, p.created_at, p.disabled_at from plans p order by p.id`,
  );
}

export async function findPlan(tx: Transaction, planId: number): Promise<PlanRow | null> {
  const [row] = await tx.query<PlanRow>(
    `select p.id, p.name, p.type_plan, p.features, p.is_visible, p.created_at, p.disabled_at from plans p
     where p.id = $1`,
    [planId],
  );
  return row ?? null;
}

/** Leaves what is null as it is. */
export async function changePlan(
  tx: Transaction,
  planId: number,
  change: {
    name: string | null;
    features: readonly Feature[] | null;
    visible: boolean | null;
    disabled: boolean | null;
  },
): Promise<PlanRow | null> {
  const [row] = await tx.query<PlanRow>(
    `update plans
     set name = coalesce($2, name), features = coalesce($3, features), is_visible = coalesce($4, is_visible),
       updated_at = clock_now(),
       disabled_at = case $5::boolean when true then coalesce(disabled_at, clock_now()) when false then null
         else disabled_at end
     where id = $1
     returning id, name, type_plan, features, is_visible, created_at, disabled_at`,
    [planId, change.name, change.features, change.visible, change.disabled],
  );
  return row ?? null;
}

/** Adds units to the subscription, making or reopening it, with its line in the ledger. */
export async function grantUnits(
  tx: Transaction,
  grant: { organizationId: number; planId: number; units: number },
): Promise<SubscriptionRow> {
  const [row] = await tx.query<SubscriptionRow>(
    `insert into subscriptions as s (organization_id, plan_id, granted) values ($1, $2, $3)
     on conflict (organization_id, plan_id) do update
       set granted = s.granted + excluded.granted, ended_at = null, updated_at = clock_now()
     returning s.organization_id, s.plan_id, s.granted, s.consumed, s.ended_at`,
    [grant.organizationId, grant.planId, grant.units],
  );
  if (row === undefined) {
    throw new Error('A subscription was not stored');
  }
  await tx.query(
    `insert into ledger_entries (organization_id, plan_id, kind, units, subject)
     values ($1, $2, 'grant', $3, 'granted by the operator')`,
    [grant.organizationId, grant.planId, grant.units],
  );
  return row;
}

export async function endSubscription(
  tx: Transaction,
  organizationId: number,
  planId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `update subscriptions set ended_at = clock_now(), updated_at = clock_now()
     where organization_id = $1 and plan_id = $2 and ended_at is null
     returning plan_id`,
    [organizationId, planId],
  );
  return rows.length > 0;
}

export function listSubscriptions(tx: Transaction, organizationId: number): Promise<SubscriptionRow[]> {
  return tx.query<SubscriptionRow>(
    `select s.organization_id, s.plan_id, s.granted, s.consumed, s.ended_at
     from subscriptions s
     where s.organization_id = $1
     order by s.plan_id`,
    [organizationId],
  );
}
