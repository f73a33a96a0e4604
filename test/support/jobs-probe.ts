// A job that only tests have: it does one thing for each request it names, and misbehaves as the request's id says.
import { after } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClock } from '../../src/platform/clock.ts';
import { createDatabase } from '../../src/platform/db/database.ts';
import type { Database, DatabaseRole, Transaction } from '../../src/platform/db/database.ts';
import { grantScope } from '../../src/platform/db/scope.ts';
import type { Attempt } from '../../src/platform/jobs/attempt.ts';
import { defineJob, Requests } from '../../src/platform/jobs/definition.ts';
import type { RequestsPayload } from '../../src/platform/jobs/definition.ts';
import { enqueue } from '../../src/platform/jobs/enqueue.ts';
import { openQueues } from '../../src/platform/jobs/queues.ts';
import { handleJob } from '../../src/platform/jobs/registry.ts';
import type { DeadLetter } from '../../src/platform/jobs/registry.ts';
import { startJobWorker } from '../../src/platform/jobs/worker.ts';
import type { JobWorker } from '../../src/platform/jobs/worker.ts';
import { createLog } from '../../src/platform/log.ts';
import type { Log } from '../../src/platform/log.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';

export const PROBE = defineJob({
  name: 'probe.run',
  payload: Requests,
  retryWithinSeconds: 1,
  timeoutSeconds: 20,
});

export function openProbeDatabase(url: string, poolSize = 12, role: DatabaseRole = 'farol_app'): Database {
  return createDatabase({
    url,
    role,
    processName: 'probe',
    poolSize,
    statementTimeoutMs: 10_000,
    // As patient as the product's worker: a busy machine makes whoever starts wait.
    connectTimeoutMs: 10_000,
    clock: createClock(),
    log: createLog({ level: 'silent', process: 'test' }),
  });
}

/** A database of its own with the tables and the queue of the probe; it ends with the test file. */
export async function openProbeCluster(): Promise<{ cluster: TestDatabase; database: Database }> {
  const cluster = await createTestDatabase();
  const database = openProbeDatabase(cluster.url);
  after(async () => {
    await database.close();
    await cluster.drop();
  });
  await prepareProbe(cluster, database);
  return { cluster, database };
}

export async function prepareProbe(test: TestDatabase, database: Database): Promise<void> {
  await prepareProbeTables(test);
  await openQueues(database, [PROBE]);
}

export async function prepareProbeTables(test: TestDatabase): Promise<void> {
  await test.admin(`create table farol.probe_effects (
    id bigint generated always as identity, organization_id bigint, request_id text, attempt int,
    at timestamptz default clock_timestamp())`);
  await test.admin(
    'create table farol.probe_starts (request_id text, attempt int, at timestamptz default clock_timestamp())',
  );
  await test.admin(`create table farol.probe_deaths (organization_id bigint not null, request_id text, reason text);
    alter table farol.probe_deaths enable row level security;
    create policy probe_deaths_in_scope on farol.probe_deaths to farol_app
      using (organization_id = any ((select farol.scope())::bigint[]))
      with check (organization_id = any ((select farol.scope())::bigint[]))`);
  await test.admin(
    'grant select, insert on farol.probe_effects, farol.probe_starts, farol.probe_deaths to farol_app',
  );
}

export function enqueueProbes(
  database: Database,
  jobs: readonly { organizationId: number; requestIds: readonly string[] }[],
): Promise<string[]> {
  const scope = grantScope(jobs.map(({ organizationId }) => organizationId));
  return database.transaction(scope, async (tx) => {
    const ids: string[] = [];
    // Request by request, as many jobs: tests want single jobs of the same organization too.
    for (const job of jobs) {
      const { organizationId, requestIds } = job;
      ids.push(...(await enqueue(tx, PROBE, [{ organizationId, payload: { requestIds: [...requestIds] } }])));
    }
    return ids;
  });
}

/** As many jobs of one request each, in one statement. */
export async function enqueueMany(
  test: TestDatabase,
  organizationId: number,
  requests: { prefix: string; count: number },
): Promise<void> {
  await test.admin(
    `insert into pgboss.job (name, data, group_id, retry_limit, expire_seconds, deletion_seconds, keep_until, policy,
       dead_letter, heartbeat_seconds)
     select q.name, jsonb_build_object('requestIds', jsonb_build_array($3 || n)), $2, q.retry_limit, q.expire_seconds,
       q.deletion_seconds, now() + q.retention_seconds * interval '1s', q.policy, q.dead_letter, q.heartbeat_seconds
     from pgboss.queue q, generate_series(1, $4::int) n where q.name = $1`,
    [PROBE.name, String(organizationId), requests.prefix, requests.count],
  );
}

export async function recordEffects(tx: Transaction, attempt: Attempt<RequestsPayload>): Promise<number> {
  const rows = await tx.prepared(
    'probe_effects',
    `insert into farol.probe_effects (organization_id, request_id, attempt)
     select $1, r, $3 from unnest($2::text[]) r returning id`,
    [attempt.organizationId, attempt.payload.requestIds, attempt.number],
  );
  return rows.length;
}

export async function recordDeath(tx: Transaction, letter: DeadLetter<RequestsPayload>): Promise<void> {
  await tx.query(
    'insert into farol.probe_deaths (organization_id, request_id, reason) select $1, r, $3 from unnest($2::text[]) r',
    [letter.organizationId, letter.payload.requestIds, letter.reason],
  );
}

/** `throw…`, `hang…`, `spin…`, `die…`, `slow…` and `unsettled…` do what they say, `stop…` does at the first attempt. */
async function misbehave(attempt: Attempt<RequestsPayload>): Promise<void> {
  const [id = ''] = attempt.payload.requestIds;
  const kind = /^[a-z]+/.exec(id)?.[0];
  if (kind === 'throw') throw new RangeError('a poison job');
  if (kind === 'die') process.abort();
  if (kind === 'hang') await Promise.withResolvers<void>().promise;
  if (kind === 'slow') await sleep(Number(/\d+/.exec(id)?.[0]));
  if (kind === 'spin') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (kind === 'stop' && attempt.number === 1) process.kill(process.pid, 'SIGSTOP');
  if (kind === 'stop' && attempt.number > 1) await sleep(5000);
}

export type ProbeRun = (attempt: Attempt<RequestsPayload>) => Promise<void>;

export const runProbe: ProbeRun = async (attempt) => {
  await misbehave(attempt);
  if (attempt.payload.requestIds[0]?.startsWith('unsettled') !== true) {
    await attempt.settle((tx) => recordEffects(tx, attempt));
  }
};

type ProbeSurroundings = {
  job?: typeof PROBE;
  run?: ProbeRun;
  onDead?: typeof recordDeath;
  log?: Log;
  graceMs?: number;
};

export function startProbeWorker(
  url: string,
  database: Database,
  around: ProbeSurroundings = {},
): Promise<JobWorker> {
  const { run = runProbe, log = createLog({ level: 'silent', process: 'test' }), graceMs = 15_000 } = around;
  const { job = PROBE, onDead = recordDeath } = around;
  const registry = { jobs: [job], handlers: [handleJob(job, run, { onDead })] };
  return startJobWorker({ registry, databaseUrl: url, database, log, graceMs });
}

/** One that ends with its test at the latest: left running by a test that failed, it would keep the process for ever. */
export async function workFor(
  t: TestContext,
  url: string,
  database: Database,
  around: ProbeSurroundings = {},
): Promise<JobWorker> {
  const worker = await startProbeWorker(url, database, { graceMs: 2000, ...around });
  t.after(() => worker.close());
  return worker;
}
