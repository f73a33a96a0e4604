// Stage tables that no import of this program can take up: of a source that is gone, or of a shape that changed its names.
import type { ImportConnection } from './connection.ts';
import type { ImportDefinition } from './definition.ts';
import { tryToLock, unlock } from './source-lock.ts';
import { sql } from './sql-words.ts';
import { progressTable } from './stage.ts';

/** A table says whose it is in its comment; another program, newer or older, may be filling it just now. */
export async function dropOrphans(
  connection: ImportConnection,
  definitions: readonly ImportDefinition[],
): Promise<void> {
  const known = new Set(
    definitions.flatMap(({ source, stage }) => [progressTable(source), ...stage.map(({ name }) => name)]),
  );
  const rows = await connection.query<{ name: string; source: string | null }>(
    `select c.relname as name, obj_description(c.oid, 'pg_class') as source from pg_class c
     where c.relnamespace = 'registry_stage'::regnamespace and c.relkind = 'r'`,
  );
  for (const { name, source } of rows.filter((row) => !known.has(row.name))) {
    const owner = source ?? '';
    if (await tryToLock(connection, owner)) {
      await connection.query(sql('drop table if exists %T', name));
      await unlock(connection, owner);
    }
  }
}
