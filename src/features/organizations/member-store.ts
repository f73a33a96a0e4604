// Members as the admins of their organization change them; letting somebody in is the operator's.
import type { Transaction } from '../../platform/db/database.ts';
import type { Role } from '../../platform/http/caller.ts';

export type HeldRole = { userId: number; role: Role };

/**
 * All of an organization, locked: two admins who take each other's role at the same time would otherwise leave nobody.
 * Disabled users do not count: they cannot act.
 */
export async function lockMembers(tx: Transaction, organizationId: number): Promise<HeldRole[]> {
  const rows = await tx.query<{ user_id: string; role: Role; is_enabled: boolean }>(
    `select m.user_id::text, m.role, u.disabled_at is null as is_enabled
     from memberships m
     join users u on u.id = m.user_id
     where m.organization_id = $1
     order by m.user_id
     for update of m`,
    [organizationId],
  );
  return rows.map(({ user_id, role, is_enabled }) => ({
    userId: Number(user_id),
    role: is_enabled ? role : 'viewer',
  }));
}

export async function changeRole(
  tx: Transaction,
  { organizationId, userId, role }: { organizationId: number; userId: number; role: Role },
): Promise<void> {
  await tx.query(`update memberships set role = $3 where organization_id = $1 and user_id = $2`, [
    organizationId,
    userId,
    role,
  ]);
}
