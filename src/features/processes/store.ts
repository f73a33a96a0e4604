// Processes that are watched by their number.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';

export type WatchedProcess = {
  organizationId: number;
  number: string;
  /** Its radar, if there is one, is linked. */
  document: string | null;
  /** Null where no live source has its court. */
  refreshDueAt: string | null;
};

/**
 * A number that was asked for twice in a batch is written once. Rows are locked in the order of their keys, so that two
 * batches never wait for each other. What was inactive comes alive again; a refresh that goes on is begun anew.
 */
const WATCH_SQL = `
  insert into processes as p (organization_id, number, status, radar_ids, is_imported, refresh_due_at)
  select w.organization_id, w.number, 'ACTIVE', coalesce(array_agg(distinct r.id) filter (where r.id is not null), '{}'),
    true, min(w.refresh_due_at)
  from unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[])
    as w (organization_id, number, document, refresh_due_at)
  left join radars r on r.organization_id = w.organization_id and r.document = w.document and r.removed_at is null
  group by w.organization_id, w.number
  order by w.number, w.organization_id
  on conflict (number, organization_id) do update set
    status = 'ACTIVE', inactivated_at = null, hidden_at = null, is_imported = true, refresh_began_at = null,
    refresh_due_at = excluded.refresh_due_at,
    radar_ids = array(select distinct id from unnest(p.radar_ids || excluded.radar_ids) as u (id) order by id)`;

export function watchProcesses(tx: Transaction, wanted: readonly WatchedProcess[]): void {
  tx.send('watch_processes', WATCH_SQL, [
    numberArray(wanted.map(({ organizationId }) => organizationId)),
    textArray(wanted.map(({ number }) => number)),
    textArray(wanted.map(({ document }) => document)),
    textArray(wanted.map(({ refreshDueAt }) => refreshDueAt)),
  ]);
}
