// One transaction on a client that somebody else took and will give back.
import type { Writable } from 'node:stream';
import type { PoolClient, QueryResultRow } from 'pg';

/** What a store may do inside a transaction: parameters only, one statement a call. */
export type Transaction = {
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Same, for statements run often: the database keeps their plan under the name. */
  prepared<Row extends QueryResultRow>(name: string, sql: string, values: readonly unknown[]): Promise<Row[]>;
  /**
   * Same, for statements whose rows nobody needs: sent on without waiting. A process that is busy with requests comes back
   * late from every wait, and the database stands still meanwhile. One that fails fails the transaction at its end.
   */
  send(name: string, sql: string, values: readonly unknown[]): void;
};

export type Begin = 'begin' | 'begin read only';
export type Settings = { scope: string; clockOffsetMs: string };
export type DatabaseCounters = { statements: number; transactions: number; destroyedClients: number };

/** What is sent before the event loop turns goes out in one write. */
function gatherWrites(client: PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * Begin, scope and clock in one message: three statements of their own were half of what a coalesced read cost. The
 * scope is made of digits, commas and braces, and is quoted all the same.
 */
export function enter(client: PoolClient, begin: Begin, settings: Settings): Promise<unknown> {
  gatherWrites(client);
  const scope = client.escapeLiteral(settings.scope);
  const offset = client.escapeLiteral(settings.clockOffsetMs);
  return client.query(
    `${begin}; set local farol.scope = ${scope}; set local farol.clock_offset_ms = ${offset}`,
  );
}

function transactionOn(
  client: PoolClient,
  counters: DatabaseCounters,
  sent: Promise<unknown>[],
): Transaction {
  const run = async <Row extends QueryResultRow>(query: {
    text: string;
    values: unknown[];
    name?: string;
  }) => {
    counters.statements += 1;
    return (await client.query<Row>(query)).rows;
  };
  return {
    query: (sql, values = []) => run({ text: sql, values: [...values] }),
    prepared: (name, sql, values) => run({ name, text: sql, values: [...values] }),
    send: (name, sql, values) => {
      keepUnawaited(sent, run({ name, text: sql, values: [...values] }));
    },
  };
}

/** Told of at the end of the transaction; until then nobody listens. */
function keepUnawaited(sent: Promise<unknown>[], promise: Promise<unknown>): void {
  promise.catch(() => undefined);
  sent.push(promise);
}

/** Of statements on one connection the first that failed is the reason why the ones behind it did. */
async function firstFailure(sent: readonly Promise<unknown>[], otherwise: unknown): Promise<unknown> {
  const failed = (await Promise.allSettled(sent)).find((each) => each.status === 'rejected');
  return failed === undefined ? otherwise : failed.reason;
}

export type TransactionParts = {
  client: PoolClient;
  settings: Settings;
  counters: DatabaseCounters;
  /** Everything up to the commit is on its way: another transaction may be sent behind it. */
  onSent?: () => void;
};

export async function runTransaction<T>(
  { client, settings, counters, onSent }: TransactionParts,
  work: (tx: Transaction) => Promise<T> | T,
): Promise<T> {
  counters.statements += 2;
  const sent: Promise<unknown>[] = [];
  keepUnawaited(sent, enter(client, 'begin', settings));
  try {
    const result = await work(transactionOn(client, counters, sent));
    // Behind statements that nobody waited for: if one of them failed, this undoes everything.
    const committing = client.query('commit');
    onSent?.();
    if ((await committing).command !== 'COMMIT') {
      // Or a statement failed and its error was caught.
      throw new Error('A transaction was rolled back');
    }
    return result;
  } catch (error) {
    throw await firstFailure(sent, error);
  }
}
