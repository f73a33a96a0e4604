// How many jobs wait, run or are dead, and how attempts ended. Workers write it down every few seconds, so whoever asks
// the API for its figures costs one small read, sees all workers, and needs no right to see anybody's jobs.
import type { Log } from '../log.ts';
import { DEAD_QUEUE } from './queues.ts';

export type Outcome = 'settled' | 'failed' | 'dead' | 'handed_back' | 'lost';

export type Figures = {
  count(job: string, outcome: Outcome): void;
  /** What could not be written is written the next time. */
  write(): Promise<void>;
};

type FigureParts = {
  query(sql: string, values: unknown[]): Promise<unknown>;
  jobs: readonly string[];
  log: Log;
};

/** No backlog is counted further than this: beyond it the exact number tells nobody anything. */
const MOST_COUNTED = 10_000;

const WRITE_SQL = `
  insert into farol.job_figures as f (job, kind, label, value)
  select q.name, 'state', s.label, s.value
  from pgboss.queue q
  cross join lateral (values
    ('waiting', (select count(*) from (
      select from pgboss.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked limit ${MOST_COUNTED}) c)),
    ('running', (select count(*) from (
      select from pgboss.job_common j
      where j.name = q.name and j.state = 'active' and j.group_id is not null limit ${MOST_COUNTED}) c)),
    ('dead', (select count(*) from (
      select from pgboss.job_common j
      where j.name = '${DEAD_QUEUE}' and j.state < 'active' and not j.blocked and j.source_name = q.name
      limit ${MOST_COUNTED}) c))
  ) as s (label, value)
  where q.name = any ($1::text[])
  union all
  select o.job, 'outcome', o.label, o.value from unnest($2::text[], $3::text[], $4::bigint[]) as o (job, label, value)
  order by 1, 2, 3
  on conflict (job, kind, label) do update
  set value = excluded.value + case when f.kind = 'outcome' then f.value else 0 end`;

export function createFigures({ query, jobs, log }: FigureParts): Figures {
  let outcomes = new Map<string, { job: string; outcome: Outcome; times: number }>();

  function count(job: string, outcome: Outcome, times = 1): void {
    const key = `${job} ${outcome}`;
    const known = outcomes.get(key)?.times ?? 0;
    outcomes.set(key, { job, outcome, times: known + times });
  }

  return {
    count,
    write: async () => {
      const told = [...outcomes.values()];
      outcomes = new Map();
      try {
        await query(WRITE_SQL, [
          jobs,
          told.map(({ job }) => job),
          told.map(({ outcome }) => outcome),
          told.map(({ times }) => times),
        ]);
      } catch (error) {
        told.forEach(({ job, outcome, times }) => count(job, outcome, times));
        log.warn({ err: error }, 'the figures of the jobs could not be written');
      }
    },
  };
}
