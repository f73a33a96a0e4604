// The job that is measured: it names its requests and writes one row, the least that a settled job does.
import type { Transaction } from '../src/platform/db/database.ts';
import type { Attempt } from '../src/platform/jobs/attempt.ts';
import { defineJob, Requests } from '../src/platform/jobs/definition.ts';
import type { RequestsPayload } from '../src/platform/jobs/definition.ts';

export const BENCH_JOB = defineJob({ name: 'bench.run', payload: Requests });

export const EFFECTS_SQL = `
  create table farol.bench_effects (organization_id bigint not null, request_id text not null, primary key (request_id));
  grant insert on farol.bench_effects to farol_app`;

/** What the worker tells of a job that has started; the clock is that of the machine. */
export type JobStart = { readonly started: string; readonly atMs: number };
/** How many jobs it has settled so far. */
export type JobsDone = { readonly done: number };

export async function recordEffect(tx: Transaction, attempt: Attempt<RequestsPayload>): Promise<number> {
  const rows = await tx.prepared(
    'bench_effect',
    `insert into bench_effects (organization_id, request_id) select $1, r from unnest($2::text[]) r returning 1`,
    [attempt.organizationId, attempt.payload.requestIds],
  );
  return rows.length;
}

/** Milliseconds since 1970 with fractions: two processes of one machine can be compared by it. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
