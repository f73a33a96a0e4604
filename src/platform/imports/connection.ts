// The one connection of an import, and that of live merges. An import's holds the lock of the source for as long as it
// lives, so whoever is killed frees it; and it has no time limits, because an index over sixty million rows takes as long
// as it takes.
import type { Readable, Writable } from 'node:stream';
import { Client } from 'pg';
import type { QueryResultRow } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Transaction } from '../db/database.ts';
import type { ImportTransaction } from './definition.ts';

export type ImportConnection = ImportTransaction & {
  /** Begin, work, commit; rolled back on any error. */
  transaction<T>(work: (tx: ImportTransaction) => Promise<T>): Promise<T>;
  isAlive(): boolean;
  close(): Promise<void>;
};

type Settings = Readonly<Record<string, string | number>>;

export type ConnectionOptions = {
  readonly url: string;
  /** In the place of those of an import. */
  readonly settings?: Settings;
  readonly name: string;
  readonly clockOffsetMs: number;
};

const SETTINGS: Settings = {
  role: 'farol_importer',
  search_path: 'farol',
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  // A backend whose importer was killed would otherwise finish its index first, and keep the lock so long.
  client_connection_check_interval: 1000,
  // What a crash of the database takes away was not published; the chunk is read again.
  synchronous_commit: 'off',
  maintenance_work_mem: '256MB',
  work_mem: '64MB',
};

function sessionOptions({ clockOffsetMs, settings = {} }: ConnectionOptions): string {
  return Object.entries({ ...SETTINGS, ...settings, 'farol.clock_offset_ms': clockOffsetMs })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function transactionOn(client: Client): ImportTransaction {
  const run = async <Row extends QueryResultRow>(query: { text: string; values: unknown[]; name?: string }) =>
    (await client.query<Row>(query)).rows;
  const plain: Transaction = {
    query: (text, values = []) => run({ text, values: [...values] }),
    prepared: (name, text, values) => run({ name, text, values: [...values] }),
    send: (name, text, values) => {
      const sending = run({ name, text, values: [...values] });
      // A failure leaves the transaction aborted, which the next statement or the commit tells.
      sending.catch(() => undefined);
    },
  };
  return {
    ...plain,
    copyIn: (text): Writable => client.query(copyFrom(text)),
    copyOut: (text): Readable => client.query(copyTo(text)),
  };
}

export async function openImportConnection(options: ConnectionOptions): Promise<ImportConnection> {
  const client = new Client({
    connectionString: options.url,
    options: sessionOptions(options),
    application_name: `farol ${options.name}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  let isAlive = true;
  // A lost connection fails the query under way; without a listener it would end the process as well.
  client.on('error', () => {
    isAlive = false;
  });
  client.on('end', () => {
    isAlive = false;
  });
  await client.connect();
  const tx = transactionOn(client);
  return {
    ...tx,
    isAlive: () => isAlive,
    transaction: async (work) => {
      await client.query('begin');
      try {
        const result = await work(tx);
        if ((await client.query('commit')).command !== 'COMMIT') {
          throw new Error('A statement that nobody waited for failed');
        }
        return result;
      } catch (error) {
        if (isAlive) {
          await client.query('rollback').catch(() => undefined);
        }
        throw error;
      }
    },
    close: () => client.end().catch(() => undefined),
  };
}
