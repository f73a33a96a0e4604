// A staged table gets what the served one has: constraints, indexes, grants. After the load, because building an index
// over rows that are there is many times faster than keeping it while they come.
import { DatabaseError } from 'pg';
import type { ImportConnection } from './connection.ts';
import type { ImportRun, ImportTransaction } from './definition.ts';
import { sql } from './sql-words.ts';
import { addSetAside } from './stage.ts';

type Wanted = { name: string; definition: string; is_constraint: boolean; is_unique: boolean };

/** Those of the served table that the staged one lacks, keys first. Checks came with its columns. */
const MISSING = `
  select k.conname as name, pg_get_constraintdef(k.oid) as definition, true as is_constraint, true as is_unique
  from pg_constraint k
  where k.conrelid = $1::regclass and k.contype in ('p', 'u', 'x')
    and not exists (select from pg_constraint t where t.conrelid = $2::regclass and t.conname = k.conname)
  union all
  select i.relname, regexp_replace(pg_get_indexdef(x.indexrelid), '^.* USING ', ''), false, x.indisunique
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  where x.indrelid = $1::regclass and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
    and not exists (
      select from pg_index y join pg_class j on j.oid = y.indexrelid
      where y.indrelid = $2::regclass and j.relname = i.relname
    )
  order by is_constraint desc, name`;

const GRANTS = `
  select g.privilege_type as privilege, g.grantee::regrole::text as grantee
  from pg_class c
  cross join lateral aclexplode(c.relacl) g
  where c.oid = $1::regclass and g.grantee <> c.relowner and g.grantee <> 0`;

const KEY_COLUMNS = `
  select a.attname as name
  from pg_constraint k
  cross join lateral unnest(k.conkey) with ordinality as u (number, position)
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number
  where k.conrelid = $1::regclass and k.contype = 'p'
  order by u.position`;

export async function keyColumnsOf(tx: ImportTransaction, table: string): Promise<string[]> {
  return (await tx.query<{ name: string }>(KEY_COLUMNS, [sql('%R', table)])).map(({ name }) => name);
}

/**
 * Rows whose key was there before. Of equal keys the row that was read first stays; the others are set aside, by the
 * number of the row in the table, since which line they came from is no longer known.
 */
async function setAsideDuplicates(tx: ImportTransaction, table: string, importId: string): Promise<number> {
  const key = await keyColumnsOf(tx, table);
  const [row] = await tx.query<{ count: string }>(
    sql(
      `with numbered as materialized (
         select t.ctid as at, row_number() over (partition by %I order by t.ctid) as nth, row_number() over (order by t.ctid) as line
         from %T t
       ), gone as (
         delete from %T t using numbered n where n.at = t.ctid and n.nth > 1 returning n.line, t::text as original
       ), kept as (
         insert into registry.quarantine (import_id, file, line, reason, original)
         select $1, $2, g.line, 'another row with this key was read before', left(g.original, 4096) from gone g
         order by g.line limit 100000
         on conflict do nothing
       )
       select count(*) from gone`,
      key,
      table,
      table,
    ),
    [importId, `(table ${table})`],
  );
  return Number(row?.count ?? 0);
}

async function build(tx: ImportTransaction, table: string, wanted: Wanted): Promise<void> {
  if (wanted.is_constraint) {
    await tx.query(sql('alter table %T add constraint %I %E', table, wanted.name, wanted.definition));
    return;
  }
  const template = wanted.is_unique
    ? 'create unique index %I on %T using %E'
    : 'create index %I on %T using %E';
  await tx.query(sql(template, wanted.name, table, wanted.definition));
}

/** Resolves to the number of rows that had to go for a key. Does only what is missing, so it can be called again. */
export async function buildIndexes(
  connection: ImportConnection,
  table: string,
  run: ImportRun,
): Promise<number> {
  const names = [sql('%R', table), sql('%T', table)];
  let duplicates = 0;
  for (const wanted of await connection.query<Wanted>(MISSING, names)) {
    try {
      await build(connection, table, wanted);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === '23505')) {
        throw error;
      }
      duplicates += await connection.transaction(async (tx) => {
        const count = await setAsideDuplicates(tx, table, run.importId);
        await addSetAside(tx, run.source, count);
        return count;
      });
      await build(connection, table, wanted);
    }
  }
  return duplicates;
}

async function copyGrants(connection: ImportConnection, table: string): Promise<void> {
  const grants = await connection.query<{ privilege: string; grantee: string }>(GRANTS, [sql('%R', table)]);
  for (const { privilege, grantee } of grants) {
    await connection.query(sql('grant %E on %T to %E', privilege, table, grantee));
  }
}

export async function makeReady(connection: ImportConnection, table: string): Promise<void> {
  await copyGrants(connection, table);
  await connection.query(sql('alter table %T reset (autovacuum_enabled)', table));
  await connection.query(sql('analyze %T', table));
}
