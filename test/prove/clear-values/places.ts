// Everywhere that something could have been written down: tables, the files of the database, logs and what else the
// processes keep.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../../support/database.ts';
import type { Cluster } from '../cluster.ts';
import type { World } from '../world.ts';
import type { Haystack } from './search.ts';

const TABLES_SQL = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname not like 'pg\\_toast%' order by 1`;

/** Of every schema, the catalogues included: a default or a statistic can hold a value too. */
export function copyTables({ databaseUrl }: World): Promise<Haystack[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(TABLES_SQL);
    const copies: Haystack[] = [];
    for (const { name } of rows) {
      copies.push({
        name: `table ${name}`,
        bytes: await buffer(client.query(copyTo(`copy (select * from ${name}) to stdout`))),
      });
    }
    return copies;
  });
}

async function* readFolder(folder: string, kind: string): AsyncGenerator<Haystack> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // PostgreSQL removes files of its own at any time.
    const bytes = entry.isFile() ? await readFile(path).catch(() => null) : null;
    if (bytes !== null) yield { name: `${kind} ${path.slice(folder.length + 1)}`, bytes };
  }
}

/** Whatever is in memory only is written first, to the tables' own files. */
export async function* readDataFiles({ databaseUrl, cluster }: World): AsyncGenerator<Haystack> {
  await withClient(databaseUrl, (client) => client.query('checkpoint'));
  yield* readFolder(cluster.dataDir, 'file');
}

/** Of all processes, the database's own included, and what the processes keep beside the database. */
export async function* readLogs({ workerLog, apiLog, cluster }: World): AsyncGenerator<Haystack> {
  for (const path of [workerLog, apiLog, join(cluster.folder, 'postgres.log')]) {
    yield { name: `log ${path.split('/').at(-1)}`, bytes: await readFile(path) };
  }
  yield* readFolder(keptFolder(cluster), 'kept');
}

function keptFolder({ folder }: Cluster): string {
  return join(folder, 'api');
}
