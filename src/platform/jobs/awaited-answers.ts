// A postponed job comes back by itself; where its source tells that the answer is there, it comes back at once. Answers are
// named by a keyed hash, as what a source calls them may say whom they are about.
import type { Database, Transaction } from '../db/database.ts';
import { NO_SCOPE } from '../db/scope.ts';
import { JOB_CHANNEL } from './queues.ts';

type WaitingJob = { organizationId: number; job: string; jobId: string };

/** As in `farol.tell_answer`. */
const ANSWER_LOCK = 7_281_004;

const LOCK_SQL = `
  select pg_advisory_xact_lock($1, hashtext(k.hash)) from unnest($2::text[]) as k (hash)`;

const AWAIT_SQL = `
  insert into awaited_answers (organization_id, answer_hash, job, job_id)
  select $1, decode(k.hash, 'hex'), $2, $3 from unnest($4::text[]) as k (hash)`;

/** An answer that was told of too early counts once: a source that tells and is not ready must not be asked in a circle. */
const HURRY_SQL = `
  with told as (
    delete from told_answers t
    where t.answer_hash in (select decode(k.hash, 'hex') from unnest($3::text[]) as k (hash)) returning 1
  )
  update pgboss.job_common j set start_after = now()
  where j.name = $1 and j.id = $2 and exists (select from told)`;

/** In the transaction that postpones the job. */
export async function awaitAnswers(
  tx: Transaction,
  { organizationId, job, jobId }: WaitingJob,
  answers: readonly Buffer[],
): Promise<void> {
  if (answers.length === 0) {
    return;
  }
  // In one order, so that two who wait for the same never wait for each other.
  const hashes = answers.map((answer) => answer.toString('hex')).toSorted();
  await tx.query(LOCK_SQL, [ANSWER_LOCK, hashes]);
  await tx.query(AWAIT_SQL, [organizationId, job, jobId, hashes]);
  await tx.query(HURRY_SQL, [job, jobId, hashes]);
}

/** Makes the jobs that wait for the answer due, whosever they are, and returns how many there were. */
export async function tellAnswer(database: Database, answer: Buffer): Promise<number> {
  return database.transaction(NO_SCOPE, async (tx) => {
    const rows = await tx.query<{ job: string }>('select job from tell_answer($1) as t (job)', [answer]);
    for (const job of new Set(rows.map((row) => row.job))) {
      await tx.query('select pg_notify($1, $2)', [JOB_CHANNEL, job]);
    }
    return rows.length;
  });
}

export async function forgetAnswers(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select forget_answers() as count');
  return row?.count ?? 0;
}
