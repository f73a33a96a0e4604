import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

const DATABASE = 'farol';
const USER = 'farol';
const POLL_MS = 20;
const CONNECT_TIMEOUT_MS = 2_000;
/** Redo after a crash happens before the server answers, and can take minutes for a large cluster. */
const LONGEST_START_MS = 300_000;

const CANNOT_CONNECT_NOW = '57P03';
const INVALID_PASSWORD = '28P01';
const NO_SUCH_DATABASE = '3D000';

export function buildUrl(socketDir: string, password: string, database: string = DATABASE): string {
  // Port and sslmode are named so that PGPORT and PGSSLMODE in the environment cannot bend the address.
  const query = `host=${encodeURIComponent(socketDir)}&port=5432&sslmode=disable`;
  return `postgresql://${USER}:${encodeURIComponent(password)}@/${database}?${query}`;
}

/** Resolves to 'ended' as soon as `isRunning` says so. A server that is starting or stopping is waited for. */
export async function waitUntilAnswering(
  url: string,
  isRunning: () => Promise<boolean>,
): Promise<'ready' | 'ended'> {
  const deadline = performance.now() + LONGEST_START_MS;
  while (performance.now() < deadline) {
    const answer = await tryConnection(url);
    if (answer === 'ready') return 'ready';
    if (!(await isRunning())) return 'ended';
    await sleep(POLL_MS);
  }
  throw new Error(`PostgreSQL runs but did not answer within ${LONGEST_START_MS / 1000} seconds.`);
}

export async function isAnybodyListening(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  return connectOnce(client).then(
    () => true,
    (error: unknown) => error instanceof DatabaseError,
  );
}

async function tryConnection(url: string): Promise<'ready' | 'not yet'> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await connectOnce(client);
    return 'ready';
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === CANNOT_CONNECT_NOW) return 'not yet';
    if (error.code === NO_SUCH_DATABASE) return 'ready';
    if (error.code === INVALID_PASSWORD) {
      throw new Error(
        'PostgreSQL refuses the password in secrets/database-password of the data folder. That file belongs to the ' +
          'database beside it: restore it from a backup together with the other secrets.',
        { cause: error },
      );
    }
    throw error;
  }
}

async function connectOnce(client: Client): Promise<void> {
  // A connection cut by a dying server raises a late 'error' that would otherwise end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** `urlOf` gives the address of a database by name. */
export async function createDatabaseWhenMissing(urlOf: (database: string) => string): Promise<void> {
  const client = new Client({ connectionString: urlOf('postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
