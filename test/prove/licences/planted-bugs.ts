// Bugs around the look-up of licences that the checker must find.
import { SOMEBODY_ELSE } from '../../../sandbox/server/test-documents.ts';
import type { CnhLookup } from '../../../src/features/driver-licences/index.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import { grantScope } from '../../../src/platform/db/scope.ts';
import type { Attempt } from '../../../src/platform/jobs/attempt.ts';
import { withBoss } from '../../../src/platform/jobs/transactional-boss.ts';

export const LICENCE_BUGS = [
  'licence-fetched-twice',
  'licence-job-ended-early',
  'licence-settled-without-attempt',
  'licence-deadline-ignored',
  'licence-half-read',
  'licence-attempts-burnt',
  'licence-of-anybody',
] as const;
export type LicenceBug = (typeof LICENCE_BUGS)[number];

type Outcome = Awaited<ReturnType<CnhLookup['start']>>;
type Failed = Extract<Outcome, { kind: 'failed' }>;

/** Takes what could be made out of a broken answer. */
function readHalf({ meta }: Failed, cpf: string): Outcome {
  const value = { cpf, restrictions: [], impediment: null, checks: [] };
  return { kind: 'ready', value: { ...value, basis: 'REPORTED', situation: 'UNKNOWN' }, meta };
}

async function takeAnybody(lookup: CnhLookup, cpf: string, failed: Failed): Promise<Outcome> {
  const other = await lookup.start({ cpf: SOMEBODY_ELSE.person });
  return other.kind === 'ready' ? { ...other, value: { ...other.value, cpf } } : failed;
}

/** No time to wait is an attempt that failed. */
function forgetWait({ fault: { waitMs: _wait, ...fault }, meta }: Failed): Failed {
  return { kind: 'failed', fault, meta };
}

export function plantInLookup(lookup: CnhLookup, bug: string | null): CnhLookup {
  const start: CnhLookup['start'] = async (question) => {
    const outcome = await lookup.start(question);
    if (bug === 'licence-fetched-twice') return lookup.start(question);
    if (outcome.kind !== 'failed') return outcome;
    const { code, vendorCode } = outcome.fault;
    if (bug === 'licence-half-read' && code === 'BAD_SHAPE') return readHalf(outcome, question.cpf);
    if (bug === 'licence-of-anybody' && vendorCode === 'SUBJECT_MISMATCH')
      return takeAnybody(lookup, question.cpf, outcome);
    return bug === 'licence-attempts-burnt' ? forgetWait(outcome) : outcome;
  };
  return bug === null ? lookup : { ...lookup, start };
}

/** The job is over before its work is done, so nobody takes up what a killed worker leaves. */
export async function endEarly(
  attempt: Attempt<unknown>,
  database: Database,
  jobName: string,
): Promise<Attempt<unknown>> {
  const { jobId, organizationId } = attempt;
  const write: Attempt<unknown>['settle'] = (change) =>
    database.transaction(grantScope([organizationId]), async (tx) => {
      await change(tx);
    });
  await attempt.settle(async (tx) => {
    await withBoss(tx, (boss) => boss.complete(jobName, jobId));
    return 1;
  });
  // Of its own: the lease of a job that is over is lost, and that would be noticed.
  return { ...attempt, settle: write, progress: write, signal: new AbortController().signal };
}

export function licenceEnvironmentOf(bug: string | null): Record<string, string> {
  return bug === 'licence-deadline-ignored' ? { FAROL_SOURCE_DEADLINE_MS: '3000' } : {};
}

const SETTLE_WITHOUT_ATTEMPT_SQL = `
  update licence_requests r
  set status = s.status, fault = s.fault, updated_at = clock_now(),
    wrapped_record = coalesce(decode(s.wrapped_record, 'hex'), r.wrapped_record)
  from unnest($2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[])
    as s (id, attempt, status, wrapped_record, fault)
  where r.organization_id = $1 and r.id = s.id and s.attempt is not null
  returning r.id::text`;

const KEEP_ONCE_SQL = `
  insert into licence_answers
    (organization_id, request_id, source, fetched_at, freshness, cost_cents, wrapped_answer)
  select $1, a.request_id, a.source, a.fetched_at, a.freshness, a.cost_cents, decode(a.wrapped_answer, 'hex')
  from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::bigint[], $7::text[])
    as a (request_id, source, fetched_at, freshness, cost_cents, wrapped_answer)
  on conflict do nothing`;

/** Statements in the place of those with these names. */
export function plantedLicenceSql(bug: string, name: string): string | null {
  if (bug !== 'licence-settled-without-attempt') return null;
  if (name === 'settle_licence_requests') return SETTLE_WITHOUT_ATTEMPT_SQL;
  return name === 'keep_licence_answers' ? KEEP_ONCE_SQL : null;
}
