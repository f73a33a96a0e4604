// What an operator sees of the jobs of all organizations, and how dead ones are sent back.
import type { Transaction } from '../db/database.ts';
import { DEAD_QUEUE } from './queues.ts';
import { withBoss } from './transactional-boss.ts';

export const JOB_LIST_STATES = ['dead', 'waiting', 'running'] as const;
export type JobListState = (typeof JOB_LIST_STATES)[number];

export type JobRow = {
  id: string;
  job: string;
  organization_id: string | null;
  state: JobListState | 'done' | 'failed';
  attempts: number;
  created_at: Date;
  starts_at: Date;
  reason: string | null;
  payload: string;
};

const MOST_LISTED = 1000;

// A job that was handed back was claimed once more without using up an attempt, and its limit grew by one.
const JOBS = `
  select j.id, coalesce(j.source_name, j.name) as job, j.group_id as organization_id,
    case when j.name = '${DEAD_QUEUE}' then 'dead' when j.state in ('created', 'retry') then 'waiting'
      when j.state = 'active' then 'running' when j.state = 'completed' then 'done' else 'failed' end as state,
    case when j.source_name is null
      then j.retry_count + (j.started_on is not null)::int - greatest(0, j.retry_limit - q.retry_limit)
      else least(j.source_retry_count, q.retry_limit) + 1 end as attempts,
    coalesce(j.source_created_on, j.created_on) as created_at, j.start_after as starts_at,
    coalesce(o.output ->> 'reason', o.output -> 'value' ->> 'message') as reason,
    j.data::text as payload, j.source_id, j.created_on
  from pgboss.job j
  join pgboss.queue q on q.name = coalesce(j.source_name, j.name)
  cross join lateral (select coalesce(j.source_output, j.output) as output) o`;

/** The oldest first. */
export function listJobs(tx: Transaction, state: JobListState | null): Promise<JobRow[]> {
  return tx.query<JobRow>(
    `select * from (${JOBS} where j.state < 'completed') listed
     where $1::text is null or listed.state = $1
     order by listed.created_on, listed.id limit ${MOST_LISTED}`,
    [state],
  );
}

/** By the id of the job itself, or by the one it had before it was laid aside. */
export async function findJob(tx: Transaction, id: string): Promise<JobRow | null> {
  const [row] = await tx.query<JobRow>(
    `select * from (${JOBS}) listed where listed.id = $1 or listed.source_id = $1
     order by listed.state = 'dead' desc limit 1`,
    [id],
  );
  return row ?? null;
}

/** `null` stands for all. Returns how many were sent back; each starts anew, with all its attempts. */
export async function retryDeadJobs(tx: Transaction, ids: readonly string[] | null): Promise<number> {
  let total = 0;
  for (;;) {
    const filter = { limit: MOST_LISTED, ...(ids === null ? {} : { ids: [...ids] }) };
    const moved = await withBoss(tx, (boss) => boss.redrive(DEAD_QUEUE, filter));
    total += moved;
    if (moved < MOST_LISTED) {
      return total;
    }
  }
}
