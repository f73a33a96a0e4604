// The queue over all organizations. A dead job that is sent back is on record twice: here, and in its organization's
// audit trail, where its admins see it.
import { FarolError } from '../../errors.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { findJob, listJobs, retryDeadJobs } from '../../platform/jobs/queries.ts';
import type { JobListState, JobRow } from '../../platform/jobs/queries.ts';
import { recordAct } from './act-store.ts';
import type { JobsAnswer } from './job-schemas.ts';
import { listFigures } from './queries.ts';
import type { Looking } from './service.ts';
import { figuresToWire, jobToWire } from './wire.ts';

const MOST_SHOWN = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type OperatorJobs = {
  list(who: Looking, state: JobListState | null): Promise<JobsAnswer>;
  retry(who: Looking, jobId: string): Promise<number>;
  /** Up to a thousand; whoever has more asks again. */
  retryAll(who: Looking): Promise<number>;
};

function auditRetries(tx: Transaction, jobs: readonly JobRow[]): void {
  recordAudit(
    tx,
    jobs.flatMap(({ id, organization_id }) =>
      organization_id === null
        ? []
        : [
            {
              organizationId: Number(organization_id),
              actor: 'operator',
              action: 'job.retry',
              subject: `job ${id}`,
              documentHash: null,
            },
          ],
    ),
  );
}

async function getDead(tx: Transaction, jobId: string): Promise<JobRow> {
  const job = UUID.test(jobId) ? await findJob(tx, jobId.toLowerCase()) : null;
  if (job === null) {
    throw new FarolError('NOT_FOUND', { message: 'Job not found' });
  }
  if (job.state !== 'dead') {
    throw new FarolError('CONFLICT', { message: 'Only a dead job is tried again' });
  }
  return job;
}

/** `database` is entered under the role `farol_overseer`. */
export function createOperatorJobs({ database }: { database: Database }): OperatorJobs {
  const send = async (tx: Transaction, jobs: readonly JobRow[]): Promise<number> => {
    auditRetries(tx, jobs);
    return jobs.length === 0
      ? 0
      : retryDeadJobs(
          tx,
          jobs.map(({ id }) => id),
        );
  };
  return {
    list: ({ userId }, state) =>
      database.transaction(NO_SCOPE, async (tx) => {
        await recordAct(tx, { userId, action: 'jobs.list', subject: state ?? 'all' });
        const jobs = await listJobs(tx, state);
        return {
          figures: figuresToWire(await listFigures(tx)),
          jobs: jobs.slice(0, MOST_SHOWN).map(jobToWire),
        };
      }),
    retry: ({ userId }, jobId) =>
      database.transaction(NO_SCOPE, async (tx) => {
        const job = await getDead(tx, jobId);
        await recordAct(tx, { userId, action: 'job.retry', subject: `job ${job.id}` });
        return send(tx, [job]);
      }),
    retryAll: ({ userId }) =>
      database.transaction(NO_SCOPE, async (tx) => {
        const jobs = await listJobs(tx, 'dead');
        await recordAct(tx, { userId, action: 'jobs.retry', subject: `${jobs.length} jobs` });
        return send(tx, jobs);
      }),
  };
}
