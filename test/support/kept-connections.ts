// Connections that are kept for the next look. A test that waits looks into its database again and again, and a connection of
// its own for every look would cost the machine more than the test itself.
import { Pool } from 'pg';
import type { ClientBase } from 'pg';

const pools = new Map<string, Pool>();

function poolOf(url: string): Pool {
  const known = pools.get(url);
  if (known !== undefined) return known;
  const pool = new Pool({ connectionString: url, allowExitOnIdle: true });
  // Tests end connections from outside and kill whole databases, also while nobody uses a connection.
  pool.on('error', () => undefined);
  pools.set(url, pool);
  return pool;
}

/** For work that leaves nothing in its session. Where it fails, the connection ends: it may have left a transaction behind. */
export async function withKeptClient<T>(url: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await poolOf(url).connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Waits for those that are in use. */
export async function endKeptClients(url: string): Promise<void> {
  const pool = pools.get(url);
  pools.delete(url);
  await pool?.end();
}
