// One attempt at a job, and the only ways it may write. Each is a transaction that first makes sure, at the row of the
// job, that this attempt still holds it: a worker that was taken for dead and wakes up again changes nothing.
import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '../db/database.ts';
import { grantScope } from '../db/scope.ts';
import type { Scope } from '../db/scope.ts';
import type { Log } from '../log.ts';
import { awaitAnswers } from './awaited-answers.ts';
import { tellDeath } from './dead-letters.ts';
import type { OnDead } from './dead-letters.ts';
import type { JobSettings } from './definition.ts';
import { FencedError, performWrite } from './settlements.ts';
import type { ClaimedJob, DomainWrite, Settlements } from './settlements.ts';
import { changedIds, withBoss } from './transactional-boss.ts';

export type Attempt<Payload> = {
  readonly jobId: string;
  readonly organizationId: number;
  /** To read what belongs to the job's organization, outside of the ways to write below. */
  readonly scope: Scope;
  readonly payload: Payload;
  /** From 1 on. The successor of a postponed job starts at 1 again, so a capability counts on its own row too. */
  readonly number: number;
  readonly isLast: boolean;
  /** Aborts when the job is lost to another worker, takes too long, or the worker stops. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Writes and completes the job. */
  settle(write: DomainWrite): Promise<void>;
  /** Writes a part, such as one request of several, and keeps the job. */
  progress(write: DomainWrite): Promise<void>;
  /**
   * Completes the job and enqueues it again for later; costs no attempt. With the hashes of answers that it waits for it
   * comes back as soon as one of them is told of.
   */
  postpone(delaySeconds: number, write?: DomainWrite, awaited?: readonly Buffer[]): Promise<void>;
};

export type AttemptParts = {
  database: Database;
  settlements: Settlements;
  log: Log;
  job: JobSettings;
  onDead: OnDead<unknown>;
  claimed: ClaimedJob;
  signal: AbortSignal;
};

export type RunningAttempt = Attempt<unknown> & {
  isSettled(): boolean;
  /** When an end that was being written is written or refused; at once where none is. */
  awaitEnd(): Promise<void>;
  /** Counts the attempt as failed; the last one lays the job aside with the reason and tells of it, now or later. */
  fail(reason: string, telling: 'tell' | 'tell later'): Promise<void>;
};

const CAP_SECONDS = 3600;

/** Anywhere from one second to the bound, so that jobs that failed together do not come back together. */
export function retryDelaySeconds(job: JobSettings, attempt: number): number {
  return randomInt(1, Math.min(CAP_SECONDS, job.retryWithinSeconds * 2 ** (attempt - 1)) + 1);
}

type Fetched = { id: string; retryCount: number; retryLimit: number; data: unknown; groupId?: string | null };

/** That its organization may be touched was checked by the database when the job was enqueued. */
export function claimJob({ id, retryCount, retryLimit, data, groupId }: Fetched): ClaimedJob {
  const organizationId = Number(groupId);
  return { id, retryCount, retryLimit, data, organizationId, scope: grantScope([organizationId]) };
}

/**
 * A job that was handed back was claimed but its attempt not counted; each time its limit grew by one. A limit may also be
 * that of another release, which allowed more: then there is no telling, and an attempt is at least the first.
 */
function runNumber({ maxAttempts }: JobSettings, { retryCount, retryLimit }: ClaimedJob): number {
  return Math.max(1, retryCount + 1 - Math.max(0, retryLimit + 1 - maxAttempts));
}

type Guard = {
  requireHeld(answer: object): void;
  guarded(work: Promise<void>): Promise<void>;
};

function createGuard({ log, job, claimed }: AttemptParts): Guard {
  return {
    requireHeld: (answer) => {
      if (!changedIds(answer).has(claimed.id)) {
        throw new FencedError('job');
      }
    },
    guarded: async (work) => {
      try {
        await work;
      } catch (error) {
        if (error instanceof FencedError) {
          const fields = {
            job: job.name,
            jobId: claimed.id,
            attempt: runNumber(job, claimed),
            fence: error.fence,
          };
          log.warn(fields, 'a fenced attempt was refused');
        }
        throw error;
      }
    },
  };
}

export function createAttempt(parts: AttemptParts): RunningAttempt {
  const { database, log, job, claimed, signal } = parts;
  const isLast = claimed.retryCount >= claimed.retryLimit;
  const number = runNumber(job, claimed);
  let settled = false;
  let ending: Promise<void> | null = null;
  const end = async (work: Promise<void>): Promise<void> => {
    ending = work;
    await work;
    settled = true;
  };

  const { requireHeld, guarded } = createGuard(parts);
  const inTransaction = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
    guarded(database.transaction(claimed.scope, work));
  const endInTransaction = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
    end(inTransaction(work));

  return {
    jobId: claimed.id,
    organizationId: claimed.organizationId,
    scope: claimed.scope,
    payload: claimed.data,
    number,
    isLast,
    signal,
    log,
    isSettled: () => settled,
    awaitEnd: async () => {
      await ending?.catch(() => undefined);
    },
    // Given the job itself and not its id, pg-boss changes it only while this very attempt holds it.
    // The row of the job is locked before the domain's in all of them, so two attempts never wait for each other.
    settle: (change) => end(guarded(parts.settlements.settle(claimed, change))),
    progress: (change) =>
      inTransaction(async (tx) => {
        requireHeld(await withBoss(tx, (boss) => boss.touch(job.name, [claimed])));
        await performWrite(tx, change);
      }),
    postpone: (delaySeconds, change, awaited = []) =>
      endInTransaction(async (tx) => {
        requireHeld(await withBoss(tx, (boss) => boss.complete(job.name, [claimed])));
        const group = { id: String(claimed.organizationId) };
        const successor = { data: claimed.data as object, group, startAfter: Math.ceil(delaySeconds) };
        const ids = await withBoss(tx, (boss) => boss.insert(job.name, [successor], { returnId: true }));
        await (change === undefined ? undefined : performWrite(tx, change));
        const { organizationId } = claimed;
        await awaitAnswers(tx, { organizationId, job: job.name, jobId: ids?.[0] ?? '' }, awaited);
      }),
    fail: (reason, telling) =>
      endInTransaction(async (tx) => {
        requireHeld(await withBoss(tx, (boss) => boss.fail(job.name, [claimed], { reason })));
        if (isLast && telling === 'tell') {
          const { id: jobId, organizationId, data: payload } = claimed;
          await tellDeath(tx, parts.onDead, { jobId, organizationId, payload, reason });
        }
        if (!isLast) {
          const startAfter = retryDelaySeconds(job, number);
          await withBoss(tx, (boss) => boss.update(job.name, undefined, { id: claimed.id, startAfter }));
        }
      }),
  };
}
