// Dead letters that nobody was told of, because the process of the last attempt died with it. Any worker takes them on for
// a while and tells, each in a transaction of its own; who dies or fails at it leaves them to the next.
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { claimJob } from './attempt.ts';
import { tellDeath } from './dead-letters.ts';
import { DEAD_QUEUE } from './queues.ts';
import type { HandledJob } from './registry.ts';

type UntoldLetter = {
  job: string;
  id: string;
  retryCount: number;
  retryLimit: number;
  data: unknown;
  groupId: string | null;
  reason: string | null;
};

export type UntoldParts = {
  /** Sees the letters of all organizations. */
  query(sql: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  database: Database;
  handlers: ReadonlyMap<string, HandledJob>;
  log: Log;
  onTold(job: string): void;
};

const MOST_AT_ONCE = 20;
/** A letter whose telling failed is not tried again before, and so lets others go first. */
const TAKEN_SECONDS = 30;

const TAKE_SQL = `
  update pgboss.job_common l set start_after = now() + interval '${TAKEN_SECONDS} s'
  from (
    select id from pgboss.job_common
    where name = '${DEAD_QUEUE}' and state = 'created' and output is null
      and start_after <= now() and source_name = any ($1::text[])
    order by start_after limit ${MOST_AT_ONCE} for update skip locked
  ) due
  where l.name = '${DEAD_QUEUE}' and l.id = due.id
  returning l.source_name as job, l.source_id as id, l.source_retry_count as "retryCount",
    l.source_retry_count as "retryLimit", l.data, l.group_id as "groupId",
    coalesce(l.source_output ->> 'reason', l.source_output -> 'value' ->> 'message') as reason`;

async function tell(parts: UntoldParts, letter: UntoldLetter): Promise<void> {
  const { database, log, onTold } = parts;
  const handled = parts.handlers.get(letter.job);
  const fields = { job: letter.job, jobId: letter.id, reason: letter.reason };
  try {
    const { id: jobId, organizationId, data: payload, scope } = claimJob(letter);
    const told = { jobId, organizationId, payload, reason: letter.reason ?? 'unknown' };
    if (
      handled !== undefined &&
      (await database.transaction(scope, (tx) => tellDeath(tx, handled.onDead, told)))
    ) {
      onTold(letter.job);
      log.error(fields, 'a job was laid aside as dead');
    }
  } catch (error) {
    log.error(
      { ...fields, err: error },
      'what follows from a dead job could not be written; it is tried again',
    );
  }
}

/** Says whether there may be more. */
export async function tellUntold(parts: UntoldParts): Promise<boolean> {
  const { rows } = await parts.query(TAKE_SQL, [[...parts.handlers.keys()]]);
  for (const letter of rows as UntoldLetter[]) {
    await tell(parts, letter);
  }
  return rows.length === MOST_AT_ONCE;
}
