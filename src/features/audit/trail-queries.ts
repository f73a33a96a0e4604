// The audit trail as the admins of an organization read it, newest first.
import type { Transaction } from '../../platform/db/database.ts';

export type TrailRow = {
  number: string;
  at: Date;
  actor: string;
  actor_name: string | null;
  action: string;
  subject: string;
};

/** Sessions are forgotten a month after their end; then the name of who acted is not known any more. */
const TRAIL_SQL = `
  select a.number::text, a.at, a.actor, coalesce(u.username, t.name) as actor_name, a.action, a.subject
  from audit_records a
  left join sessions s on s.id = case when a.actor ~ '^session [0-9a-f-]{36}$' then substr(a.actor, 9)::uuid end
  left join users u on u.id = s.user_id
  left join service_tokens t on t.organization_id = a.organization_id
    and t.id = case when a.actor ~ '^token [0-9]{1,18}$' then substr(a.actor, 7)::bigint end
  where a.organization_id = $1 and a.number is not null and a.number < $2
  order by a.number desc limit $3`;

export function listTrail(
  tx: Transaction,
  organizationId: number,
  { before, limit }: { before: number; limit: number },
): Promise<TrailRow[]> {
  return tx.prepared<TrailRow>('audit_trail', TRAIL_SQL, [organizationId, before, limit]);
}

/** 0 where nothing was numbered yet. */
export async function findLastNumber(tx: Transaction, organizationId: number): Promise<number> {
  const [row] = await tx.prepared<{ number: string }>(
    'audit_last_number',
    `select h.audit_number::text as number from sequence_heads h where h.organization_id = $1`,
    [organizationId],
  );
  return Number(row?.number ?? 0);
}
