// Runs the handler of one claimed job and says what becomes of an attempt that did not settle.
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createAttempt } from './attempt.ts';
import type { AttemptParts, RunningAttempt } from './attempt.ts';
import type { Outcome } from './figures.ts';
import { handBack } from './hand-back.ts';
import { describeReason, HANDED_BACK, LEASE_LOST, TIMED_OUT, UNSETTLED } from './reason.ts';
import type { HandledJob } from './registry.ts';
import { FencedError } from './settlements.ts';
import type { ClaimedJob, Settlements } from './settlements.ts';

export type AttemptSurroundings = {
  database: Database;
  settlements: Settlements;
  log: Log;
  handled: HandledJob;
  count(outcome: Outcome): void;
};

/** A capability that cannot write what follows from the death must not keep the job and its reason from being laid aside. */
async function fail(attempt: RunningAttempt, fields: object, error: unknown): Promise<Outcome> {
  const { log, isLast } = attempt;
  const reason = describeReason(error);
  try {
    await attempt.fail(reason, 'tell');
  } catch (fault) {
    if (!isLast || fault instanceof FencedError) {
      throw fault;
    }
    await attempt.fail(reason, 'tell later');
    log.error(
      { ...fields, err: fault },
      'what follows from a dead job could not be written; it is tried again',
    );
    return 'failed';
  }
  if (isLast) {
    log.error({ ...fields, err: error, reason }, 'a job was laid aside as dead');
    return 'dead';
  }
  log.warn({ ...fields, err: error, reason }, 'an attempt failed');
  return 'failed';
}

/** Whatever goes wrong in here, the lease runs out and the job is tried again. */
async function conclude(attempt: RunningAttempt, parts: AttemptParts, error: unknown): Promise<Outcome> {
  const { log, jobId, number } = attempt;
  const { job } = parts;
  const fields = { job: job.name, jobId, attempt: number };
  if (error === LEASE_LOST) {
    // A renewal that passes the end of the job on its way finds no lease either.
    await attempt.awaitEnd();
    if (attempt.isSettled()) return 'settled';
  }
  if (attempt.isSettled() || error === LEASE_LOST) {
    log.warn({ ...fields, err: error }, 'an attempt went on after its job was settled or lost');
    return attempt.isSettled() ? 'settled' : 'lost';
  }
  try {
    if (error === HANDED_BACK) {
      const given = await handBack(parts.database, job.name, [parts.claimed], 'in turn');
      log.info({ ...fields, given }, 'a job was handed back');
      return 'handed_back';
    }
    return await fail(attempt, fields, error);
  } catch (fault) {
    log.warn({ ...fields, err: fault }, 'the end of an attempt could not be written');
    return 'lost';
  }
}

/** Ends when the signal aborts, even if the handler does not: what it writes later is refused. */
export async function runAttempt(
  { handled, count, ...around }: AttemptSurroundings,
  claimed: ClaimedJob,
  abort: AbortController,
): Promise<void> {
  const { job, onDead } = handled;
  const { signal } = abort;
  const parts = { ...around, job, onDead, claimed, signal };
  const attempt = createAttempt(parts);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  const timer = setTimeout(() => abort.abort(TIMED_OUT), job.timeoutSeconds * 1000);
  try {
    signal.throwIfAborted();
    await Promise.race([handled.run(attempt), aborted]);
    if (!attempt.isSettled()) {
      throw UNSETTLED;
    }
    count('settled');
  } catch (error) {
    count(await conclude(attempt, parts, error));
  } finally {
    clearTimeout(timer);
  }
}
