// Readers of the registry while it is imported: what one transaction sees of all tables of a source is all of one edition.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { withClient } from '../support/database.ts';
import type { ImportOrder } from './import-order.ts';
import type { Random } from './random.ts';

const TABLES: Readonly<Record<ImportOrder['source'], readonly string[]>> = {
  receita: ['companies', 'establishments', 'partners', 'simples_options', 'company_codes'],
  pgfn: ['debts'],
  cases: ['case_records', 'case_parties'],
};
const PAUSE_MS = 10;

/** By table. When and by which run a row was written is no part of what it says. */
export type Edition = Readonly<Record<string, string>>;

/** Reads tables in a random order: whoever comes first must not matter. */
async function readEdition(client: Client, tables: readonly string[], random: Random): Promise<Edition> {
  const edition: Record<string, string> = {};
  const left = [...tables];
  await client.query('begin isolation level repeatable read read only');
  while (left.length > 0) {
    const name = random.pick(left);
    left.splice(left.indexOf(name), 1);
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended((to_jsonb(t) - 'fetched_at' - 'import_id')::text, 0)), 0) as sum
       from registry.${name} t`,
    );
    edition[name] = rows[0]?.sum ?? '';
  }
  await client.query('commit');
  return edition;
}

export function lookOnce(url: string, source: ImportOrder['source'], random: Random): Promise<Edition> {
  return withClient(url, (client) => readEdition(client, TABLES[source], random));
}

export const isSame = (one: Edition, other: Edition): boolean =>
  Object.keys(one).every((table) => one[table] === other[table]);

export type Readers = { readonly reads: number; readonly mixtures: readonly string[] };

/** Until the returned function is called, which tells what they saw. */
export async function startReaders(
  url: string,
  {
    source,
    editions,
    random,
  }: { source: ImportOrder['source']; editions: readonly Edition[]; random: Random },
): Promise<() => Promise<Readers>> {
  const stopping = new AbortController();
  const mixtures: string[] = [];
  let reads = 0;
  const read = async (): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    while (!stopping.signal.aborted) {
      const seen = await readEdition(client, TABLES[source], random);
      reads += 1;
      if (!editions.some((edition) => isSame(edition, seen))) mixtures.push(JSON.stringify(seen));
      await sleep(PAUSE_MS);
    }
    await client.end();
  };
  const readers = [read(), read()];
  return async () => {
    stopping.abort();
    await Promise.all(readers);
    return { reads, mixtures };
  };
}
