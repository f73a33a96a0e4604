// The only way to the database: a pool whose clients are never handed out bare. A client whose work ended in any error
// is destroyed, not returned: its transaction and its scope could otherwise serve the next tenant.
import { Pool } from 'pg';
import type { PoolClient, QueryResultRow } from 'pg';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { scopeSetting } from './scope.ts';
import type { Scope } from './scope.ts';

export type DatabaseRole = 'farol_app' | 'farol_operator' | 'farol_sequencer';

export type DatabaseOptions = {
  url: string;
  role: DatabaseRole;
  processName: string;
  poolSize: number;
  statementTimeoutMs: number;
  clock: Clock;
  log: Log;
};

/** What a store may do inside a transaction: parameters only, one statement a call. */
export type Transaction = {
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Same, for statements run often: the database keeps their plan under the name. */
  prepared<Row extends QueryResultRow>(name: string, sql: string, values: readonly unknown[]): Promise<Row[]>;
};

export type Database = {
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One prepared statement in a read-only transaction of its own, sent in a single round trip. */
  readOnce<Row extends QueryResultRow>(scope: Scope, statement: PreparedStatement): Promise<Row[]>;
  counters: Readonly<DatabaseCounters>;
  poolState(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
};

type Settings = { scope: string; clockOffsetMs: string };

export type PreparedStatement = { name: string; sql: string; values: readonly unknown[] };
export type DatabaseCounters = { statements: number; transactions: number; destroyedClients: number };

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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
  });
  pool.on('error', (error) => options.log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle clients only; a client that is in use and loses its connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Begin, scope and clock in one message: three statements of their own were half of what a coalesced read cost. The
 * scope is made of digits, commas and braces, and is quoted all the same.
 */
function enter(client: PoolClient, begin: 'begin' | 'begin read only', settings: Settings): Promise<unknown> {
  const scope = client.escapeLiteral(settings.scope);
  const offset = client.escapeLiteral(settings.clockOffsetMs);
  return client.query(
    `${begin}; set local farol.scope = ${scope}; set local farol.clock_offset_ms = ${offset}`,
  );
}

function transactionOn(client: PoolClient, counters: DatabaseCounters): Transaction {
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
  };
}

export function createDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const counters: DatabaseCounters = { statements: 0, transactions: 0, destroyedClients: 0 };
  const settingsOf = (scope: Scope): Settings => ({
    scope: scopeSetting(scope),
    clockOffsetMs: String(options.clock.offsetMs()),
  });

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
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

  return {
    counters,
    transaction: (scope, work) =>
      withClient(async (client) => {
        counters.statements += 2;
        await enter(client, 'begin', settingsOf(scope));
        const result = await work(transactionOn(client, counters));
        if ((await client.query('commit')).command !== 'COMMIT') {
          // A statement failed and its error was caught: the database has rolled everything back.
          throw new Error('A transaction was rolled back');
        }
        return result;
      }),
    readOnce: <Row extends QueryResultRow>(scope: Scope, { name, sql, values }: PreparedStatement) =>
      withClient(async (client) => {
        counters.statements += 3;
        const entered = enter(client, 'begin read only', settingsOf(scope));
        const rows = client.query<Row>({ name, text: sql, values: [...values] });
        const [, result] = await Promise.all([entered, rows, client.query('commit')]);
        return result.rows;
      }),
    poolState: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
