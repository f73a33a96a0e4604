import type { Transaction } from '../../platform/db/database.ts';

/** Of those in scope. */
export async function listOrganizationNames(
  tx: Transaction,
  organizationIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx.prepared<{ id: string; name: string }>(
    'list_organization_names',
    `select o.id::text, o.name from organizations o where o.id = any ($1::bigint[])`,
    [organizationIds],
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}
