// The processes of an organization: cases that its radars matched, or that it asked to watch.
import type { Transaction } from '../../platform/db/database.ts';

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export type ProcessRow = {
  number: string;
  status: 'ACTIVE' | 'INACTIVE';
  radar_ids: string[];
  matched_at: string;
  inactivated_at: string | null;
};

export type ProcessRange = {
  readonly organizationId: number;
  readonly after: string;
  readonly limit: number;
  readonly status: 'ACTIVE' | 'INACTIVE' | null;
};

const COLUMNS = `p.number, p.status, p.radar_ids::text[] as radar_ids, to_char(p.matched_at, ${ISO}) as matched_at,
  to_char(p.inactivated_at, ${ISO}) as inactivated_at`;

const LIST_SQL = `
  select ${COLUMNS} from processes p
  where p.organization_id = $1 and p.number > $2 and ($4::text is null or p.status = $4)
  order by p.number limit $3`;
/** By the index that has only these, which are few. */
const LIST_INACTIVE_SQL = `
  select ${COLUMNS} from processes p
  where p.organization_id = $1 and p.number > $2 and p.status = 'INACTIVE' order by p.number limit $3`;

export function listProcesses(tx: Transaction, range: ProcessRange): Promise<ProcessRow[]> {
  const { organizationId, after, limit, status } = range;
  return status === 'INACTIVE'
    ? tx.prepared('list_inactive_processes', LIST_INACTIVE_SQL, [organizationId, after, limit])
    : tx.prepared('list_processes', LIST_SQL, [organizationId, after, limit, status]);
}

/** Null when it is none of the organization's. */
export async function holdProcess(
  tx: Transaction,
  organizationId: number,
  number: string,
): Promise<Pick<ProcessRow, 'status'> | null> {
  const [row] = await tx.prepared<Pick<ProcessRow, 'status'>>(
    'hold_process',
    `select p.status from processes p
     where p.organization_id = $1 and p.number = $2 for no key update`,
    [organizationId, number],
  );
  return row ?? null;
}

/** The time it was made inactive, which is not changed. From now on a case that may be told again does not wake it. */
export async function inactivateProcess(
  tx: Transaction,
  organizationId: number,
  number: string,
): Promise<string> {
  const [row] = await tx.prepared<{ inactivated_at: string }>(
    'inactivate_process',
    `update processes
     set status = 'INACTIVE', inactivated_at = coalesce(inactivated_at, clock_now()), hidden_at = null
     where organization_id = $1 and number = $2 returning to_char(inactivated_at, ${ISO}) as inactivated_at`,
    [organizationId, number],
  );
  return row?.inactivated_at ?? '';
}
