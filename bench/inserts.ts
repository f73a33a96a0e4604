// What the database alone can do: rows put in one by one over eight connections, each committed to disk before the next.
import { withClient } from '../src/platform/db/client.ts';
import { percentile } from './statistics.ts';
import type { WrkResult } from './wrk-output.ts';

const CONNECTIONS = 8;

const TABLE_SQL = `
  create table public.bare_rows (
    organization_id bigint not null, id uuid not null, note text not null,
    created_at timestamptz not null default now(), primary key (organization_id, id)
  )`;
const INSERT_SQL = `insert into public.bare_rows (organization_id, id, note) values ($1, gen_random_uuid(), $2)`;

export type DurableInserts = (seconds: number) => Promise<WrkResult>;

/** The connections are those of the driver as it comes: no transaction around the statement, no scope, no role. */
export async function createDurableInserts(url: string): Promise<DurableInserts> {
  await withClient(url, 'bench', async (client) => {
    const { rows } = await client.query<{ fsync: string; commit: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
    );
    if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error('The database is not durable');
    await client.query(TABLE_SQL);
  });
  return async (seconds) => {
    const took: number[] = [];
    let endAt = Number.POSITIVE_INFINITY;
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const connections = Array.from({ length: CONNECTIONS }, () =>
      withClient(url, 'bench', async (client) => {
        await started;
        while (performance.now() < endAt) {
          const sentAt = performance.now();
          await client.query({ name: 'insert', text: INSERT_SQL, values: [1, 'measured by the bench'] });
          took.push(performance.now() - sentAt);
        }
      }),
    );
    const startedAt = performance.now();
    endAt = startedAt + seconds * 1000;
    start();
    await Promise.all(connections);
    const elapsedSeconds = (performance.now() - startedAt) / 1000;
    return {
      requests: took.length,
      requestsPerSecond: took.length / elapsedSeconds,
      p50Ms: percentile(took, 50),
      p99Ms: percentile(took, 99),
      faults: [],
    };
  };
}
