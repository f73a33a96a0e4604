// The only way to the database: a pool whose clients are never handed out bare. A client whose work ended in any error
// is destroyed, not returned: its transaction and its scope could otherwise serve the next tenant.
import { Pool } from 'pg';
import type { PoolClient, QueryResultRow } from 'pg';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createLane } from './lane.ts';
import type { Lane } from './lane.ts';
import { enter, runTransaction } from './run-transaction.ts';
import type { Begin, DatabaseCounters, Settings, Transaction } from './run-transaction.ts';
import { scopeSetting } from './scope.ts';
import type { Scope } from './scope.ts';

export type { DatabaseCounters, Transaction } from './run-transaction.ts';
export type DatabaseRole =
  | 'farol_app'
  | 'farol_operator'
  | 'farol_sequencer'
  | 'farol_sender'
  | 'farol_overseer';

export type DatabaseOptions = {
  url: string;
  role: DatabaseRole;
  processName: string;
  poolSize: number;
  statementTimeoutMs: number;
  /** How long work waits for a connection: a second unless told, since somebody may be waiting for it. */
  connectTimeoutMs?: number;
  clock: Clock;
  log: Log;
};

export type Database = {
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T> | T): Promise<T>;
  /** One prepared statement in a read-only transaction of its own, sent in a single round trip. */
  readOnce<Row extends QueryResultRow>(scope: Scope, statement: PreparedStatement): Promise<Row[]>;
  /** The same for a statement that writes as well; resolves when it is committed. */
  writeOnce<Row extends QueryResultRow>(scope: Scope, statement: PreparedStatement): Promise<Row[]>;
  /** For transactions that follow each other closely. */
  openLane(): Lane;
  counters: Readonly<DatabaseCounters>;
  poolState(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

export type PreparedStatement = { name: string; sql: string; values: readonly unknown[] };

const CONNECT_TIMEOUT_MS = 1000;
const LOCK_TIMEOUT_MS = 2000;

function sessionOptions(options: DatabaseOptions): string {
  const parameters = {
    role: options.role,
    search_path: 'farol',
    timezone: 'UTC',
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 2,
    // A plan that was made while a table was small is kept by its connection, and would read all of a table that grew.
    enable_seqscan: 'off',
    // Finds a caller that vanished while its statement runs.
    client_connection_check_interval: 1000,
  };
  return Object.entries(parameters)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Failures of reaching the database become 503 whatever their kind: a caller must be able to tell "try again" from "no
 * such thing". 57P01 to 57P03: the server is going down or starting; 53300: no connection left; 57014: the statement
 * ran into its time limit; 55P03: into its lock limit.
 */
const PASSING_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '57014',
  '55P03',
  '25006',
  '08006',
  '08001',
]);

function unavailable(cause: unknown): FarolError {
  return new FarolError('UNAVAILABLE', { cause, retryAfterSeconds: 1 });
}

function asCallerError(error: unknown): unknown {
  if (error instanceof FarolError || !(error instanceof Error)) {
    return error;
  }
  const { code } = error as { code?: string };
  const isSocket = code !== undefined && /^E[A-Z]+$/.test(code);
  const isPool = /timeout exceeded when trying to connect|Connection terminated|not queryable/i.test(
    error.message,
  );
  if (isSocket || isPool || (code !== undefined && PASSING_CODES.has(code))) {
    return unavailable(error);
  }
  return error;
}

function openPool(options: DatabaseOptions): Pool {
  const pool = new Pool({
    connectionString: options.url,
    options: sessionOptions(options),
    application_name: `farol ${options.processName}`,
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle clients only; a client that is in use and loses its connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export function createDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const counters: DatabaseCounters = { statements: 0, transactions: 0, destroyedClients: 0 };
  const settingsOf = (scope: Scope): Settings => ({
    scope: scopeSetting(scope),
    clockOffsetMs: String(options.clock.offsetMs()),
  });

  const connect = (): Promise<PoolClient> =>
    pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    counters.transactions += 1;
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      counters.destroyedClients += 1;
      client.release(true);
      throw asCallerError(error);
    }
  }

  const sendOnce =
    (begin: Begin) =>
    <Row extends QueryResultRow>(scope: Scope, { name, sql, values }: PreparedStatement): Promise<Row[]> =>
      withClient(async (client) => {
        counters.statements += 3;
        const entered = enter(client, begin, settingsOf(scope));
        const rows = client.query<Row>({ name, text: sql, values: [...values] });
        // After a failure the commit undoes whatever there was, and says nothing; the failure itself is told above it.
        const [, result] = await Promise.all([entered, rows, client.query('commit')]);
        return result.rows;
      });

  return {
    counters,
    transaction: (scope, work) =>
      withClient((client) => runTransaction({ client, counters, settings: settingsOf(scope) }, work)),
    openLane: () =>
      createLane({
        take: connect,
        run: (client, { scope, onSent }, work) => {
          counters.transactions += 1;
          return runTransaction({ client, counters, settings: settingsOf(scope), onSent }, work);
        },
        onDestroyed: () => {
          counters.destroyedClients += 1;
        },
        asCallerError,
      }),
    readOnce: sendOnce('begin read only'),
    writeOnce: sendOnce('begin'),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
