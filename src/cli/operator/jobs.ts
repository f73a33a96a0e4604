import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { findJob, JOB_LIST_STATES, listJobs, retryDeadJobs } from '../../platform/jobs/queries.ts';
import type { JobListState, JobRow } from '../../platform/jobs/queries.ts';
import type { Answer, Row } from '../output.ts';
import { verb } from './arguments.ts';
import { conflict, found, wrongUsage } from './faults.ts';
import { actInTransaction } from './session.ts';
import type { OpenOperator } from './session.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function parseJobId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) {
    throw new InvalidArgumentError('It must be the id of a job, such as "farol jobs list" shows.');
  }
  return id;
}

function toRow({ id, job, organization_id, state, attempts, created_at, starts_at, reason }: JobRow): Row {
  return {
    id,
    job,
    organizationId: organization_id === null ? null : Number(organization_id),
    state,
    attempts,
    createdAt: created_at,
    startsAt: starts_at,
    reason,
  };
}

function retry(
  open: OpenOperator,
  id: string | undefined,
  allDead: boolean,
  command: Command,
): Promise<void> {
  if ((id === undefined) === !allDead) {
    throw wrongUsage('Name one job, or all of them with --all-dead.');
  }
  return actInTransaction(command, open, async (tx): Promise<Answer> => {
    if (id === undefined) {
      return { rows: { retried: await retryDeadJobs(tx, null) } };
    }
    const job = found(await findJob(tx, id), `job ${id}`);
    if (job.state !== 'dead') {
      throw conflict(`Job ${id} is ${job.state}; only a dead one is tried again.`);
    }
    return { rows: { retried: await retryDeadJobs(tx, [job.id]) } };
  });
}

export function addJobCommands(program: Command, open: OpenOperator): void {
  const jobs = program.command('jobs').description('background work: what waits, runs or was laid aside');
  verb(jobs, 'list', 'list jobs that are not done, the oldest first, at most 1000')
    .addOption(new Option('--state <state>', 'only those').choices(JOB_LIST_STATES))
    .action(({ state }: { state?: JobListState }, command: Command) =>
      actInTransaction(command, open, async (tx) => ({
        rows: (await listJobs(tx, state ?? null)).map(toRow),
      })),
    );
  verb(jobs, 'show', 'show a job with its payload and why it failed')
    .argument('<id>', 'the job', parseJobId)
    .action((id: string, _options: object, command: Command) =>
      actInTransaction(command, open, async (tx) => {
        const job = found(await findJob(tx, id), `job ${id}`);
        return { rows: { ...toRow(job), payload: job.payload } };
      }),
    );
  verb(jobs, 'retry', 'try a dead job again, or all of them')
    .argument('[id]', 'the job', parseJobId)
    .option('--all-dead', 'all that were laid aside')
    .action((id: string | undefined, { allDead = false }: { allDead?: boolean }, command: Command) =>
      retry(open, id, allDead, command),
    );
}
