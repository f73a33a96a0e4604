// What operators see in the browser. The database is entered under the role `farol_overseer`, which can read nothing else.
import type { Transaction } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/http/caller.ts';

type Subscription = {
  planId: number;
  planName: string;
  granted: number;
  consumed: number;
  endedAt: string | null;
};
export type TenantRow = {
  id: string;
  name: string;
  holder_id: string;
  holder_name: string;
  members: string;
  subscriptions: Subscription[];
  created_at: Date;
  disabled_at: Date | null;
};

export function listTenants(
  tx: Transaction,
  { after, limit }: { after: number; limit: number },
): Promise<TenantRow[]> {
  return tx.query<TenantRow>(
    `select o.id::text, o.name, o.holder_id::text, h.name as holder_name, o.created_at, o.disabled_at,
       (select count(*) from memberships m where m.organization_id = o.id)::text as members,
       coalesce((
         select jsonb_agg(jsonb_build_object('planId', s.plan_id, 'planName', p.name, 'granted', s.granted,
           'consumed', s.consumed, 'endedAt', to_char(s.ended_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.plan_id)
         from subscriptions s join plans p on p.id = s.plan_id
         where s.organization_id = o.id
       ), '[]') as subscriptions
     from organizations o
     join holders h on h.id = o.holder_id
     where o.id > $1
     order by o.id limit $2`,
    [after, limit],
  );
}

export type PlanSumRow = {
  id: string;
  name: string;
  type_plan: 'ANALYTICS' | 'MONITORING' | 'COMPLETE';
  features: Feature[];
  is_visible: boolean;
  organizations: string;
  granted: string;
  consumed: string;
  created_at: Date;
  disabled_at: Date | null;
};

export function listPlanSums(tx: Transaction): Promise<PlanSumRow[]> {
  return tx.query<PlanSumRow>(
    `select p.id::text, p.name, p.type_plan, p.features, p.is_visible, p.created_at, p.disabled_at,
       count(s.plan_id)::text as organizations, coalesce(sum(s.granted), 0)::text as granted,
       coalesce(sum(s.consumed), 0)::text as consumed
     from plans p
     left join subscriptions s on s.plan_id = p.id and s.ended_at is null
     group by p.id order by p.id`,
  );
}

export async function findServerVersion(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ version: string }>(`select current_setting('server_version') as version`);
  return row?.version ?? '';
}

export type FigureRow = { job: string; kind: 'state' | 'outcome'; label: string; value: string };

export function listFigures(tx: Transaction): Promise<FigureRow[]> {
  return tx.query<FigureRow>(
    `select f.job, f.kind, f.label, f.value::text from job_figures f order by f.job, f.kind, f.label`,
  );
}
