// Holders, organizations and members, as the operator's commands change them. What admins change is in member-store.ts.
import type { Transaction } from '../../platform/db/database.ts';
import type { Role } from '../../platform/http/caller.ts';

export type HolderRow = { id: string; name: string; created_at: Date; disabled_at: Date | null };
export type OrganizationRow = HolderRow & { holder_id: string };
export type MemberRow = { user_id: string; email: string; username: string; role: Role; created_at: Date };

export async function createHolder(tx: Transaction, name: string): Promise<HolderRow> {
  const [row] = await tx.query<HolderRow>(
    `insert into holders (name) values ($1) returning id, name, created_at, disabled_at`,
    [name],
  );
  if (row === undefined) {
    throw new Error('A holder was not stored');
  }
  return row;
}

export function listHolders(tx: Transaction): Promise<HolderRow[]> {
  return tx.query<HolderRow>(`select h.id, h.name, h.created_at, h.disabled_at from holders h order by h.id`);
}

export async function findHolder(tx: Transaction, holderId: number): Promise<HolderRow | null> {
  const [row] = await tx.query<HolderRow>(
    `select h.id, h.name, h.created_at, h.disabled_at from holders h where h.id = $1`,
    [holderId],
  );
  return row ?? null;
}

/** Leaves what is null as it is. */
export async function changeHolder(
  tx: Transaction,
  holderId: number,
  change: { name: string | null; disabled: boolean | null },
): Promise<HolderRow | null> {
  const [row] = await tx.query<HolderRow>(
    `update holders
     set name = coalesce($2, name), updated_at = clock_now(),
       disabled_at = case $3::boolean when true then coalesce(disabled_at, clock_now()) when false then null
         else disabled_at end
     where id = $1
     returning id, name, created_at, disabled_at`,
    [holderId, change.name, change.disabled],
  );
  return row ?? null;
}

export async function createOrganization(
  tx: Transaction,
  holderId: number,
  name: string,
): Promise<OrganizationRow> {
  const [row] = await tx.query<OrganizationRow>(
    `insert into organizations (holder_id, name) values ($1, $2) returning id, holder_id, name, created_at, disabled_at`,
    [holderId, name],
  );
  if (row === undefined) {
    throw new Error('An organization was not stored');
  }
  return row;
}

export function listOrganizations(tx: Transaction, holderId: number | null): Promise<OrganizationRow[]> {
  return tx.query<OrganizationRow>(
    `select o.id, o.holder_id, o.name, o.created_at, o.disabled_at
     from organizations o
     where $1::bigint is null or o.holder_id = $1
     order by o.id`,
    [holderId],
  );
}

export async function findOrganization(
  tx: Transaction,
  organizationId: number,
): Promise<OrganizationRow | null> {
  const [row] = await tx.query<OrganizationRow>(
    `select o.id, o.holder_id, o.name, o.created_at, o.disabled_at from organizations o where o.id = $1`,
    [organizationId],
  );
  return row ?? null;
}

export async function changeOrganization(
  tx: Transaction,
  organizationId: number,
  change: { name: string | null; disabled: boolean | null },
): Promise<OrganizationRow | null> {
  const [row] = await tx.query<OrganizationRow>(
    `update organizations
     set name = coalesce($2, name), updated_at = clock_now(),
       disabled_at = case $3::boolean when true then coalesce(disabled_at, clock_now()) when false then null
         else disabled_at end
     where id = $1
     returning id, holder_id, name, created_at, disabled_at`,
    [organizationId, change.name, change.disabled],
  );
  return row ?? null;
}

export function listMembers(tx: Transaction, organizationId: number): Promise<MemberRow[]> {
  return tx.query<MemberRow>(
    `select m.user_id, u.email, u.username, m.role, m.created_at
     from memberships m
     join users u on u.id = m.user_id
     where m.organization_id = $1
     order by m.user_id`,
    [organizationId],
  );
}

export async function setMember(
  tx: Transaction,
  member: { organizationId: number; userId: number; role: Role },
): Promise<void> {
  await tx.query(
    `insert into memberships (organization_id, user_id, role) values ($1, $2, $3)
     on conflict (organization_id, user_id) do update set role = excluded.role`,
    [member.organizationId, member.userId, member.role],
  );
}

export async function removeMember(
  tx: Transaction,
  organizationId: number,
  userId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `delete from memberships where organization_id = $1 and user_id = $2 returning user_id`,
    [organizationId, userId],
  );
  return rows.length > 0;
}
