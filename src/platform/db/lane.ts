// Transactions one behind the other on one connection: the next is sent as soon as the commit of the one before it is, so
// the database goes on at once and never waits for a busy process to come back with more. They are done one after
// the other, so they cannot wait for each other's locks.
import type { PoolClient } from 'pg';
import type { Transaction } from './run-transaction.ts';
import type { Scope } from './scope.ts';

export type Lane = {
  /** The next one may be begun once `onSent` was called or this one has ended, and not before. */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T> | T, onSent?: () => void): Promise<T>;
};

type Run = <T>(
  client: PoolClient,
  about: { scope: Scope; onSent: () => void },
  work: (tx: Transaction) => Promise<T> | T,
) => Promise<T>;

export type LaneParts = {
  take: () => Promise<PoolClient>;
  run: Run;
  onDestroyed: () => void;
  asCallerError: (error: unknown) => unknown;
};

/** A client for as long as transactions follow each other on it. */
type Tenure = { client: Promise<PoolClient>; underWay: number; hasFailed: boolean };

export function createLane({ take, run, onDestroyed, asCallerError }: LaneParts): Lane {
  let current: Tenure | null = null;

  /** After an error no more is begun on the client, but what was sent behind it is let end: it may have been committed. */
  function leave(tenure: Tenure, client: PoolClient): void {
    tenure.underWay -= 1;
    if (tenure.hasFailed && current === tenure) {
      current = null;
    }
    if (tenure.underWay > 0) {
      return;
    }
    current = current === tenure ? null : current;
    if (tenure.hasFailed) {
      onDestroyed();
    }
    client.release(tenure.hasFailed);
  }

  return {
    transaction: async (scope, work, onSent = () => undefined) => {
      current ??= { client: take(), underWay: 0, hasFailed: false };
      const tenure = current;
      tenure.underWay += 1;
      let client: PoolClient;
      try {
        client = await tenure.client;
      } catch (error) {
        current = current === tenure ? null : current;
        throw error;
      }
      try {
        return await run(client, { scope, onSent }, work);
      } catch (error) {
        tenure.hasFailed = true;
        throw asCallerError(error);
      } finally {
        leave(tenure, client);
      }
    },
  };
}
