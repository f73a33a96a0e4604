// The jobs that a scenario left, and who started them when, read by a superuser.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { ANALYSIS_JOB } from '../../src/features/analysis/index.ts';
import { BATCH_JOB } from '../../src/features/batches/index.ts';
import { SCR_JOB } from '../../src/features/credit-register/index.ts';
import { LICENCE_JOB } from '../../src/features/driver-licences/index.ts';
import { DEAD_QUEUE } from '../../src/platform/jobs/queues.ts';
import { withKeptClient } from '../support/kept-connections.ts';
import { PROBE_JOB } from '../support/probe-job.ts';

export type StoredJob = {
  id: string;
  state: 'live' | 'done' | 'failed' | 'dead';
  requestIds: string[];
  /** Why it was laid aside. */
  reason: string | null;
};

export type StoredRun = {
  jobId: string;
  requestIds: string[];
  number: number;
  /** The id of the process. */
  worker: number;
  atMs: number;
};

/** Twice what a job needs whose worker died last. */
const DRAIN_MS = 30_000;

const JOBS_SQL = `
  select id::text,
    case when name = '${DEAD_QUEUE}' then 'dead' when state < 'completed' then 'live'
      when state = 'completed' then 'done' else 'failed' end as state,
    case when data ? 'requestIds' then array(select jsonb_array_elements_text(data -> 'requestIds'))
      else array[coalesce(data ->> 'analysisId', data ->> 'enquiryId', 'batch ' || (data ->> 'batchId'))] end as "requestIds",
    coalesce(source_output ->> 'reason', source_output -> 'value' ->> 'message') as reason
  from pgboss.job where name = any ($1)`;

/** All that a scenario may set to work. */
const QUEUES = [PROBE_JOB, LICENCE_JOB, ANALYSIS_JOB, BATCH_JOB, SCR_JOB].map(({ name }) => name);

const RUNS_SQL = `
  select job_id::text as "jobId", request_ids::text[] as "requestIds", number, worker,
    (extract(epoch from at) * 1000)::float8 as "atMs"
  from farol.probe_runs where $1::uuid is null or $1 = any (request_ids) order by id`;

export async function readJobs(client: ClientBase): Promise<StoredJob[]> {
  return (await client.query<StoredJob>(JOBS_SQL, [[DEAD_QUEUE, ...QUEUES]])).rows;
}

/** The oldest first; `null` stands for all requests. */
export async function readRuns(client: ClientBase, requestId: string | null = null): Promise<StoredRun[]> {
  return (await client.query<StoredRun>(RUNS_SQL, [requestId])).rows;
}

export function findRuns(databaseUrl: string, requestId: string): Promise<StoredRun[]> {
  return withKeptClient(databaseUrl, (client) => readRuns(client, requestId));
}

function countLiveJobs(databaseUrl: string): Promise<number> {
  return withKeptClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from pgboss.job where name = any ($1) and state < 'completed'`,
      [QUEUES],
    );
    return rows[0]?.n ?? 0;
  });
}

/** Until all jobs are done; the checker says so when that never comes. */
export async function drainJobs(databaseUrl: string): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  while (performance.now() < deadline && (await countLiveJobs(databaseUrl)) > 0) await sleep(100);
}
