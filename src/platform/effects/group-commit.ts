// Creates that arrive together commit together: one transaction for a batch, one batch after the other on one connection, the
// next one collecting meanwhile. Nobody is answered before the commit is on disk. Two batches at once, on two connections,
// deadlocked on balance rows and were slower.
import { FarolError } from '../../errors.ts';
import { createBatchSize } from '../db/batch-size.ts';
import type { Database, Transaction } from '../db/database.ts';
import { joinScopes } from '../db/scope.ts';
import type { Scope } from '../db/scope.ts';

/** What came of one member: its value, or the error that is its caller's alone. */
export type Outcome<Value> = { value: Value } | { error: unknown };

export type GroupCommit<Input, Value> = {
  submit(input: Input): Promise<Value>;
  readonly counters: Readonly<{ members: number; batches: number; retries: number; refused: number }>;
};

export type GroupCommitOptions<Input, Value> = {
  database: Database;
  /**
   * Does the work of all members in one transaction, in statements over sets, and answers each in the order given. It
   * takes its locks in the fixed order: idempotency keys, subscriptions by id, rows of the capability. A member that is
   * refused gets an error outcome and leaves no trace; throwing fails the attempt of the whole batch.
   */
  apply: (tx: Transaction, members: readonly Input[]) => Promise<readonly Outcome<Value>[]>;
  /** Whether a batch that failed with this code of the database is done differently, and so should be done again. */
  mayRepeat?: (code: string) => boolean;
  maxBatch?: number;
  maxQueued?: number;
};

type Member<Input, Value> = {
  input: Input;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

/** One that the database works on, and one that it finds when it is done. */
const MOST_UNDER_WAY = 2;

/** 40P01: a deadlock; 40001: another transaction was first. Either is gone when the work is done again. */
const PASSING_CONFLICTS = new Set(['40P01', '40001']);

function codeOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? '';
}

function deliver<Input, Value>(
  members: readonly Member<Input, Value>[],
  outcomes: readonly Outcome<Value>[],
): void {
  members.forEach(({ resolve, reject }, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined || 'error' in outcome) {
      reject(outcome?.error ?? new Error('A member of a batch got no outcome'));
    } else {
      resolve(outcome.value);
    }
  });
}

type Counters = { members: number; batches: number; retries: number; refused: number };
type Transact = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Does a batch and answers its members, whatever comes of it. */
function createSettling<Input extends { readonly scope: Scope }, Value>(
  { database, apply, mayRepeat = () => false }: GroupCommitOptions<Input, Value>,
  counters: Counters,
) {
  type Members = readonly Member<Input, Value>[];
  /** Not in the lane, where the next batch may be under way already. */
  const again: Transact = (scope, work) => database.transaction(scope, work);

  async function attempt(members: Members, transact: Transact): Promise<void> {
    counters.batches += 1;
    const inputs = members.map(({ input }) => input);
    const scope = joinScopes(inputs.map((input) => input.scope));
    deliver(members, await transact(scope, (tx) => apply(tx, inputs)));
  }

  /** A batch that fails for a passing conflict is done once more; one that fails otherwise is done member by member. */
  return async function settle(members: Members, transact: Transact, isRetry = false): Promise<void> {
    try {
      await attempt(members, transact);
    } catch (error) {
      const code = codeOf(error);
      if ((PASSING_CONFLICTS.has(code) || mayRepeat(code)) && !isRetry) {
        counters.retries += 1;
        await settle(members, again, true);
      } else if (members.length === 1 || error instanceof FarolError) {
        // A database that is away is away for all of them.
        members.forEach(({ reject }) => reject(error));
      } else {
        for (const member of members) {
          await settle([member], again);
        }
      }
    }
  };
}

export function groupCommits<Input extends { readonly scope: Scope }, Value>(
  options: GroupCommitOptions<Input, Value>,
): GroupCommit<Input, Value> {
  const { database, maxBatch = 256, maxQueued = 4096 } = options;
  const queue: Member<Input, Value>[] = [];
  const counters: Counters = { members: 0, batches: 0, retries: 0, refused: 0 };
  const settle = createSettling(options, counters);
  const lane = database.openLane();
  const underWay = { isSending: false, batches: 0, members: 0 };
  const sizeOfNext = createBatchSize(maxBatch);
  let isScheduled = false;

  /** A second batch is sent behind the one under way once it is as large, so that the two take turns. */
  function isDue(): boolean {
    const isLargeEnough = queue.length > 0 && queue.length >= Math.min(underWay.members, maxBatch);
    return isLargeEnough && !underWay.isSending && underWay.batches < MOST_UNDER_WAY;
  }

  function schedule(): void {
    if (!isScheduled && isDue()) {
      isScheduled = true;
      setImmediate(flush);
    }
  }

  function flush(): void {
    isScheduled = false;
    if (!isDue()) {
      return;
    }
    const members = queue.splice(0, sizeOfNext(queue.length, underWay.members));
    let isSent = false;
    const onSent = (): void => {
      underWay.isSending = isSent && underWay.isSending;
      isSent = true;
      schedule();
    };
    underWay.isSending = true;
    underWay.batches += 1;
    underWay.members += members.length;
    void settle(members, (scope, work) => lane.transaction(scope, work, onSent)).finally(() => {
      onSent();
      underWay.batches -= 1;
      underWay.members -= members.length;
      flush();
    });
  }

  return {
    counters,
    submit: (input) =>
      new Promise((resolve, reject) => {
        if (queue.length >= maxQueued) {
          counters.refused += 1;
          reject(new FarolError('UNAVAILABLE', { retryAfterSeconds: 1 }));
          return;
        }
        counters.members += 1;
        queue.push({ input, resolve, reject });
        schedule();
      }),
  };
}
