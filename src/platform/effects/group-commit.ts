// Creates that arrive together commit together: one transaction for a batch, one batch under way, the next one collecting
// meanwhile. Nobody is answered before the commit is on disk. Two batches at once deadlocked on balance rows and were slower.
import { FarolError } from '../../errors.ts';
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
  maxBatch?: number;
  maxQueued?: number;
};

type Member<Input, Value> = {
  input: Input;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

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

export function groupCommits<Input extends { readonly scope: Scope }, Value>(
  options: GroupCommitOptions<Input, Value>,
): GroupCommit<Input, Value> {
  const { database, apply, maxBatch = 256, maxQueued = 4096 } = options;
  const queue: Member<Input, Value>[] = [];
  const counters = { members: 0, batches: 0, retries: 0, refused: 0 };
  let underWay = false;
  let scheduled = false;

  async function attempt(members: readonly Member<Input, Value>[]): Promise<void> {
    const inputs = members.map(({ input }) => input);
    const scope = joinScopes(inputs.map((input) => input.scope));
    deliver(members, await database.transaction(scope, (tx) => apply(tx, inputs)));
  }

  /** A batch that fails for a passing conflict is done once more; one that fails otherwise is done member by member. */
  async function settle(members: readonly Member<Input, Value>[], isRetry: boolean): Promise<void> {
    try {
      counters.batches += 1;
      await attempt(members);
    } catch (error) {
      if (PASSING_CONFLICTS.has(codeOf(error)) && !isRetry) {
        counters.retries += 1;
        await settle(members, true);
      } else if (members.length === 1 || error instanceof FarolError) {
        // A database that is away is away for all of them.
        members.forEach(({ reject }) => reject(error));
      } else {
        for (const member of members) {
          await settle([member], false);
        }
      }
    }
  }

  function flush(): void {
    scheduled = false;
    if (underWay || queue.length === 0) {
      return;
    }
    underWay = true;
    void settle(queue.splice(0, maxBatch), false).finally(() => {
      underWay = false;
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
        if (!scheduled && !underWay) {
          scheduled = true;
          setImmediate(flush);
        }
      }),
  };
}
