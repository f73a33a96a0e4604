// The background half of the probe: one job for the requests that an organization created together. Each request is
// settled in a transaction of its own, so a rerun does only what is left.
import type { Transaction } from '../../src/platform/db/database.ts';
import { recordEvents } from '../../src/platform/effects/record.ts';
import type { Attempt } from '../../src/platform/jobs/attempt.ts';
import { defineJob, Requests } from '../../src/platform/jobs/definition.ts';
import type { RequestsPayload } from '../../src/platform/jobs/definition.ts';
import { ensureQueues } from '../../src/platform/jobs/queues.ts';
import type { DeadLetter } from '../../src/platform/jobs/registry.ts';
import type { TestDatabase } from './database.ts';

export const PROBE_JOB = defineJob({
  name: 'probe.answer',
  payload: Requests,
  retryWithinSeconds: 1,
  timeoutSeconds: 60,
  // Jobs of a killed worker count as running until their lease ends. Workers are killed here far more often than leases
  // end, and what waits for its organization's turn says nothing about how soon a lost job is found.
  perOrganization: 1000,
  slots: 20,
});

/** Who started what and when; the domain counts its attempts on its own rows. */
const PROBE_RUNS_SCHEMA = `
  create table farol.probe_runs (
    id bigint generated always as identity primary key,
    organization_id bigint not null,
    job_id uuid not null,
    number integer not null,
    worker integer not null,
    request_ids uuid[] not null,
    at timestamptz not null default clock_timestamp()
  );
  alter table farol.probe_runs enable row level security;
  alter table farol.probe_runs force row level security;
  create policy probe_runs_in_scope on farol.probe_runs to farol_app
    using (organization_id = any ((select farol.scope())::bigint[]))
    with check (organization_id = any ((select farol.scope())::bigint[]));
  grant insert on farol.probe_runs to farol_app;`;

/** `attempt` is the row's own count: every write of this run names it. */
export type ClaimedProbe = { id: string; note: string; attempt: number };
export type ProbePoint = 'claimed' | 'asked' | 'written';

export type ProbeJobParts = {
  /** What takes its time outside: called outside of any transaction. */
  askSource(probe: ClaimedProbe, signal: AbortSignal): Promise<void>;
  /** Where tests stop, kill and hold a worker. */
  at?(point: ProbePoint, probe: ClaimedProbe): Promise<void>;
};

const CLAIM_SQL = `
  with claimed as (
    update probes set attempt = attempt + 1
    where organization_id = $1 and id = any ($2::uuid[]) and status = 'PENDING'
    returning id, note, attempt
  ), run as (
    insert into probe_runs (organization_id, job_id, number, worker, request_ids) values ($1, $3, $4, $5, $2)
  )
  select id, note, attempt from claimed order by array_position($2::uuid[], id)`;

const SETTLE_SQL = `
  update probes set status = 'DONE', effects = effects + 1
  where organization_id = $1 and id = $2 and attempt = $3 and status = 'PENDING'
  returning id`;

const FAIL_SQL = `
  update probes set status = 'FAILED'
  where organization_id = $1 and id = any ($2::uuid[]) and status = 'PENDING'
  returning id`;

async function claimProbes(attempt: Attempt<RequestsPayload>): Promise<ClaimedProbe[]> {
  const { organizationId, payload, jobId, number } = attempt;
  let claimed: ClaimedProbe[] = [];
  await attempt.progress(async (tx) => {
    const values = [organizationId, payload.requestIds, jobId, number, process.pid];
    claimed = await tx.prepared<ClaimedProbe>('claim_probes', CLAIM_SQL, values);
    return claimed.length;
  });
  return claimed;
}

async function settleProbe(
  tx: Transaction,
  organizationId: number,
  { id, attempt }: ClaimedProbe,
): Promise<number> {
  const rows = await tx.prepared('settle_probe', SETTLE_SQL, [organizationId, id, attempt]);
  recordEvents(
    tx,
    rows.map(() => ({ organizationId, type: 'probe.done', data: { id, attempt } })),
  );
  return rows.length;
}

export function createProbeRun({ askSource, at }: ProbeJobParts) {
  return async (attempt: Attempt<RequestsPayload>): Promise<void> => {
    const { organizationId, signal } = attempt;
    const claimed = await claimProbes(attempt);
    for (const [index, probe] of claimed.entries()) {
      await at?.('claimed', probe);
      await askSource(probe, signal);
      await at?.('asked', probe);
      const write = async (tx: Transaction): Promise<number> => {
        const changed = await settleProbe(tx, organizationId, probe);
        await at?.('written', probe);
        return changed;
      };
      await (index === claimed.length - 1 ? attempt.settle(write) : attempt.progress(write));
    }
  };
}

/** What is given up fails, and that is told. */
export async function failProbes(
  tx: Transaction,
  { organizationId, payload }: DeadLetter<RequestsPayload>,
): Promise<void> {
  const failed = await tx.prepared<{ id: string }>('fail_probes', FAIL_SQL, [
    organizationId,
    payload.requestIds,
  ]);
  recordEvents(
    tx,
    failed.map(({ id }) => ({ organizationId, type: 'probe.failed', data: { id } })),
  );
}

/** As a superuser, before the first create. */
export async function installProbeJobs(admin: TestDatabase['admin']): Promise<void> {
  await admin(PROBE_RUNS_SCHEMA);
  const query = (sql: string, values: readonly unknown[] = []): Promise<unknown[]> => admin(sql, [...values]);
  await ensureQueues({ query } as Transaction, [PROBE_JOB]);
}
