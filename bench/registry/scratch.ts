// Databases of the bench's server that are used once, with the newest schema and nothing in them.
import { join } from 'node:path';
import { withClient } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrator.ts';

export type Place = {
  readonly projectDir: string;
  /** Also written to by the account that PostgreSQL runs under. */
  readonly folder: string;
  readonly databaseUrl: string;
};

export type Scratch = {
  readonly url: string;
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
};

let made = 0;

/** Of a URL over a socket too, which has no host. */
function nameDatabase(url: string, name: string): string {
  return url.replace(/(@[^/?]*)\/[^?]*/, `$1/${name}`);
}

export function scratchOn(url: string): Scratch {
  return {
    url,
    query: <Row>(sql: string, values: readonly unknown[] = []) =>
      withClient(url, 'bench', async (client) => (await client.query(sql, [...values])).rows as Row[]),
  };
}

export async function withScratch<T>(place: Place, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  made += 1;
  const name = `bench_${made}`;
  const administer = (sql: string): Promise<unknown> =>
    withClient(place.databaseUrl, 'bench', (client) => client.query(sql));
  await administer(`create database ${name}`);
  try {
    const url = nameDatabase(place.databaseUrl, name);
    await migrate(url, join(place.projectDir, 'migrations'));
    // What was written before must not be flushed in the time of what is measured next.
    await administer('checkpoint');
    return await work(scratchOn(url));
  } finally {
    await administer(`drop database ${name} with (force)`);
  }
}
