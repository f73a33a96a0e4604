// The row that an organization has of a case.
import type { Transaction } from '../../platform/db/database.ts';

export type ProcessRow = {
  organization_id: string;
  number: string;
  status: 'ACTIVE' | 'INACTIVE';
  radar_ids: string[];
  is_imported: boolean;
  matched_at: Date;
  inactivated_at: Date | null;
  refreshed_at: Date | null;
  refresh_result: 'changed' | 'unchanged' | 'failed' | null;
};

export async function findProcess(
  tx: Transaction,
  organizationId: number,
  number: string,
): Promise<ProcessRow | null> {
  const [row] = await tx.prepared<ProcessRow>(
    'find_process',
    `select p.organization_id::text, p.number, p.status, p.radar_ids::text[], p.is_imported, p.matched_at,
       p.inactivated_at, p.refreshed_at, p.refresh_result
     from processes p where p.organization_id = $1 and p.number = $2`,
    [organizationId, number],
  );
  return row ?? null;
}
