// Gives claimed jobs back so that they start again at once, here or elsewhere, at no cost of an attempt. pg-boss's own
// way of it keeps the number of the attempt, so a worker that goes on by mistake could still write; this one does not.
import type { Database } from '../db/database.ts';
import { joinScopes } from '../db/scope.ts';
import { JOB_CHANNEL } from './queues.ts';
import type { ClaimedJob } from './settlements.ts';

/** Ahead of the others: whoever waits to run a job alone fetches a single one, and that must be it. */
export type Place = 'ahead' | 'in turn';

/** Those that another attempt holds by now are left alone. Returns how many were given back. */
export function handBack(
  database: Database,
  name: string,
  jobs: readonly ClaimedJob[],
  place: Place,
): Promise<number> {
  const scope = joinScopes(jobs.map((job) => job.scope));
  return database.transaction(scope, async (tx) => {
    const rows = await tx.query(
      `update pgboss.job_common j
       set state = 'retry', retry_limit = j.retry_limit + 1, start_after = now(), heartbeat_on = null,
         priority = case when $4 then 1 else j.priority end
       from unnest($2::uuid[], $3::int[]) as held (id, retry_count)
       where j.name = $1 and j.id = held.id and j.retry_count = held.retry_count and j.state = 'active'
       returning j.id`,
      [name, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount), place === 'ahead'],
    );
    await tx.query('select pg_notify($1, $2)', [JOB_CHANNEL, name]);
    return rows.length;
  });
}
