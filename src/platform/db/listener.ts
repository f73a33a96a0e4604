// Follows notifications of the database on one connection of its own. Whoever keeps something in memory because the
// database said so is told when it changed, and told to forget everything when notifications may have been missed.
import { Client } from 'pg';
import type { Log } from '../log.ts';

export type Listener = {
  isConnected(): boolean;
  close(): Promise<void>;
};

export type ListenerOptions = {
  url: string;
  processName: string;
  log: Log;
  channel: string;
  onNotice: (payload: string) => void;
  /** Notifications may have been lost: everything learned before is in doubt. */
  onGap: () => void;
  /** Called with the database's own time at each heartbeat. */
  onHeartbeat?: (databaseMs: number) => void;
};

const HEARTBEAT_MS = 1000;
const HEARTBEAT_TIMEOUT_MS = 3000;
const RECONNECT_MS = 500;

async function openConnection(options: ListenerOptions, onLost: (lost: Client) => void): Promise<Client> {
  const client = new Client({
    connectionString: options.url,
    options: '-c role=farol_app -c search_path=farol -c statement_timeout=2000',
    application_name: `farol ${options.processName} listener`,
    connectionTimeoutMillis: HEARTBEAT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('notification', ({ payload }) => options.onNotice(payload ?? ''));
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(options.channel)}`);
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** A half-open connection stays silent for ever, so a question must be answered every second. */
async function askTime(client: Client): Promise<number | null> {
  const { promise: tooLate, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, HEARTBEAT_TIMEOUT_MS, null);
  try {
    const asked = client.query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
    );
    const answer = await Promise.race([asked, tooLate]);
    return answer === null ? null : Number(answer.rows[0]?.ms);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { log, onGap } = options;
  let client: Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!closed) {
      timer = setTimeout(() => void turn(), delayMs);
      timer.unref();
    }
  }

  function drop(lost: Client): void {
    lost.end().catch(() => undefined);
    if (client !== lost) {
      return;
    }
    client = null;
    onGap();
    if (!closed) {
      log.warn({}, 'the notification connection was lost');
      schedule(RECONNECT_MS);
    }
  }

  async function connect(): Promise<void> {
    const opened = await openConnection(options, drop);
    if (closed) {
      await opened.end();
      return;
    }
    client = opened;
    onGap();
    // At once, so that the clock follows the database before anything is served.
    await turn();
  }

  async function turn(): Promise<void> {
    const current = client;
    if (current === null) {
      await connect().catch(() => schedule(RECONNECT_MS));
      return;
    }
    const databaseMs = await askTime(current);
    if (databaseMs === null) {
      drop(current);
    } else {
      options.onHeartbeat?.(databaseMs);
      schedule(HEARTBEAT_MS);
    }
  }

  await connect();
  return {
    isConnected: () => client !== null,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
