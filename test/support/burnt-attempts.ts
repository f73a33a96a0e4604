// How many attempts of a kind of job have failed so far, as the queue itself counts them.
import type { TestDatabase } from './database.ts';

export async function countBurnt(database: TestDatabase, job: string): Promise<number> {
  const [row] = (await database.admin(
    `select coalesce(sum(j.retry_count), 0)::int + count(*) filter (where j.state = 'retry')::int as burnt
     from pgboss.job_common j where j.name = $1`,
    [job],
  )) as { burnt: number }[];
  return row?.burnt ?? 0;
}

/** Jobs that wait for their time have it now. */
export async function hurryJobs(database: TestDatabase): Promise<void> {
  await database.admin(
    `update pgboss.job_common set start_after = now() where state < 'active' and start_after > now()`,
  );
}
