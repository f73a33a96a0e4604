// A connection of its own, outside the pool, for work that is done once and then over.
import { Client } from 'pg';

export async function withClient<T>(
  url: string,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: `farol ${name}`,
    connectionTimeoutMillis: 10_000,
  });
  // A lost connection fails the query under way; without a listener it would end the whole process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
