// The queues as pg-boss keeps them, brought in line with the jobs that the program defines.
import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import type { JobSettings } from './definition.ts';

/** Where a job goes that was tried in vain; nobody works it, its capability is told, an operator sends its jobs back. */
export const DEAD_QUEUE = 'dead';

/** Where pg-boss tells of new jobs: a name that it derives from its schema's. The payload is the queue. */
export const JOB_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** A worker that was not heard of for so long has lost its jobs. pg-boss accepts no less than ten. */
export const LEASE_SECONDS = 10;

const DAY_SECONDS = 86_400;
/** pg-boss deletes jobs that wait longer than this, done or not; no work of ours is ever lost by age. */
const KEEP_UNDONE_SECONDS = 50 * 365 * DAY_SECONDS;
/** What is done is told by its own rows; the job is kept only to look into what just happened. */
const KEEP_DONE_SECONDS = 3600;
/** The worker aborts in time by itself; this is for the one that cannot. */
const TIMEOUT_GRACE_SECONDS = 15;

type QueueRow = {
  name: string;
  retry_limit: number;
  expire_seconds: number;
  deletion_seconds: number;
  dead_letter: string | null;
  heartbeat_seconds: number | null;
};

function toRow({ name, maxAttempts, timeoutSeconds }: JobSettings): QueueRow {
  return {
    name,
    retry_limit: maxAttempts - 1,
    expire_seconds: timeoutSeconds + TIMEOUT_GRACE_SECONDS,
    deletion_seconds: KEEP_DONE_SECONDS,
    dead_letter: DEAD_QUEUE,
    heartbeat_seconds: LEASE_SECONDS,
  };
}

const DEAD_ROW: QueueRow = {
  name: DEAD_QUEUE,
  retry_limit: 0,
  expire_seconds: DAY_SECONDS,
  deletion_seconds: 0,
  dead_letter: null,
  heartbeat_seconds: null,
};

/**
 * Must have run before the first job is enqueued; changes nothing when nothing changed. A lost lease is tried again at
 * once (no delay here): whoever fails by an error of its own waits as the worker says.
 */
export async function ensureQueues(tx: Transaction, jobs: readonly JobSettings[]): Promise<void> {
  await tx.query(
    `insert into pgboss.queue as q (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds,
       retention_seconds, deletion_seconds, dead_letter, partition, table_name, heartbeat_seconds, notify)
     select r.name, 'standard', r.retry_limit, 0, false, r.expire_seconds,
       $2, r.deletion_seconds, r.dead_letter, false, 'job_common', r.heartbeat_seconds, true
     from jsonb_to_recordset($1::jsonb) as r (name text, retry_limit int, expire_seconds int, deletion_seconds int,
       dead_letter text, heartbeat_seconds int)
     order by r.name
     on conflict (name) do update set retry_limit = excluded.retry_limit, expire_seconds = excluded.expire_seconds,
       deletion_seconds = excluded.deletion_seconds, updated_on = now()
     where (q.retry_limit, q.expire_seconds, q.deletion_seconds)
       is distinct from (excluded.retry_limit, excluded.expire_seconds, excluded.deletion_seconds)`,
    [JSON.stringify([DEAD_ROW, ...jobs.map(toRow)]), KEEP_UNDONE_SECONDS],
  );
}

/** For every process that enqueues or works; where there are no jobs the database is not asked. */
export async function openQueues(database: Database, jobs: readonly JobSettings[]): Promise<void> {
  if (jobs.length > 0) {
    await database.transaction(NO_SCOPE, (tx) => ensureQueues(tx, jobs));
  }
}
