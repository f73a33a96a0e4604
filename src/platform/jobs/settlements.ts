// Jobs that are done at the same time are settled in one transaction: one statement completes those that are still held
// by their attempt, then each writes. Whoever is refused or fails never takes its mates along: they are settled singly.
import { FarolError } from '../../errors.ts';
import type { Database, Transaction } from '../db/database.ts';
import { joinScopes } from '../db/scope.ts';
import type { Scope } from '../db/scope.ts';
import { changedIds, withBoss } from './transactional-boss.ts';

/** A job as it was fetched: `retryCount` tells which attempt holds it. */
export type ClaimedJob = {
  id: string;
  retryCount: number;
  retryLimit: number;
  data: unknown;
  organizationId: number;
  scope: Scope;
};

/** Returns how many rows it changed; none means that the domain's own row belongs to another attempt or is done. */
export type DomainWrite = (tx: Transaction) => Promise<number>;

/** The attempt was refused: another one holds the job by now, or the domain's row. Nothing was written. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
  readonly fence: 'job' | 'domain';

  constructor(fence: 'job' | 'domain') {
    super(fence === 'job' ? 'another attempt holds the job' : 'the write changed nothing');
    this.fence = fence;
  }
}

export type Settlements = { settle(claimed: ClaimedJob, write: DomainWrite): Promise<void> };

type Member = { claimed: ClaimedJob; write: DomainWrite; done: PromiseWithResolvers<void> };

const MOST_TOGETHER = 20;
/** Whoever waits for something outside of the database in here keeps its mates and a connection from going on. */
const WRITE_DEADLINE_MS = 10_000;

export async function performWrite(tx: Transaction, write: DomainWrite): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    reject,
    WRITE_DEADLINE_MS,
    new FarolError('UNAVAILABLE', { message: 'A write took too long' }),
  );
  try {
    if ((await Promise.race([write(tx), tooLate])) === 0) {
      throw new FencedError('domain');
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The rows of the jobs are locked before any of the domain's, so two attempts at a job never wait for each other. */
async function settleIn(tx: Transaction, name: string, members: readonly Member[]): Promise<Set<string>> {
  const jobs = members.map(({ claimed: { id, retryCount } }) => ({ id, retryCount }));
  // Given the jobs themselves and not their ids, pg-boss completes those that these very attempts hold.
  const held = changedIds(await withBoss(tx, (boss) => boss.complete(name, jobs)));
  const writing = members
    .filter(({ claimed }) => held.has(claimed.id))
    .map(({ write }) => performWrite(tx, write));
  // All have ended before one can undo the transaction, so none writes into the next one.
  const failed = (await Promise.allSettled(writing)).find((written) => written.status === 'rejected');
  if (failed !== undefined) {
    throw failed.reason;
  }
  return held;
}

export function createSettlements(database: Database, name: string): Settlements {
  const waiting: Member[] = [];
  let isSettling = false;

  async function settleTogether(members: readonly Member[]): Promise<void> {
    const scope = joinScopes(members.map(({ claimed }) => claimed.scope));
    const held = await database.transaction(scope, (tx) => settleIn(tx, name, members));
    for (const { claimed, done } of members) {
      if (held.has(claimed.id)) {
        done.resolve();
      } else {
        done.reject(new FencedError('job'));
      }
    }
  }

  async function settleNext(members: readonly Member[]): Promise<void> {
    try {
      await settleTogether(members);
    } catch (error) {
      if (members.length === 1) {
        members[0]?.done.reject(error);
        return;
      }
      for (const member of members) {
        await settleNext([member]);
      }
    }
  }

  async function settleAll(): Promise<void> {
    while (waiting.length > 0) {
      await settleNext(waiting.splice(0, MOST_TOGETHER));
    }
    isSettling = false;
  }

  return {
    settle: (claimed, write) => {
      const done = Promise.withResolvers<void>();
      waiting.push({ claimed, write, done });
      if (!isSettling) {
        isSettling = true;
        // What ends in the same turn of the event loop goes along.
        setImmediate(() => void settleAll());
      }
      return done.promise;
    },
  };
}
