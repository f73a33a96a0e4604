// What is different between what is served and what was staged. Neither changes meanwhile: only imports of this source
// write them, and there is one at a time.
import { CHANGES_TABLE } from './definition.ts';
import type { ChangeCounts, ImportTransaction, SwapTable } from './definition.ts';
import { keyColumnsOf } from './indexes.ts';
import { sql } from './sql-words.ts';

type Counts = ChangeCounts[string];
type CountRow = { added: string; changed: string; removed: string };

export async function makeChangesTable(tx: ImportTransaction): Promise<void> {
  await tx.query(sql('drop table if exists %E', CHANGES_TABLE));
  await tx.query(
    sql(
      'create temp table %E (root text collate "C", number text collate "C", kind text not null)',
      'import_changes',
    ),
  );
}

/** With a key, row by row. */
const BY_KEY = `
  with difference as materialized (
    select n.is_there is null as is_gone, o.is_there is null as is_new, coalesce(n.changed_root, o.changed_root) as root
    from (select t.*, true as is_there, (%E) as changed_root from %T t) n
    full join (select t.*, true as is_there, (%E) as changed_root from %R t) o using (%I)
    where n is distinct from o
  ), noted as (
    insert into pg_temp.import_changes (root, kind)
    select distinct d.root, $1 from difference d where d.root in (select w.root from pg_temp.watched_roots w)
  )
  select count(*) filter (where d.is_new) as added, count(*) filter (where d.is_gone) as removed,
    count(*) filter (where not d.is_new and not d.is_gone) as changed
  from difference d`;

/** Without one, document by document: the same rows in any order are the same. */
const BY_ROOT = `
  with difference as materialized (
    select coalesce(n.root, o.root) as root, o.root is null as is_new, n.root is null as is_gone
    from (select (%E) as root, count(*) as rows, sum(hashtextextended(t::text, 0)) as hash from %T t group by 1) n
    full join (select (%E) as root, count(*) as rows, sum(hashtextextended(t::text, 0)) as hash from %R t group by 1) o
      using (root)
    where (n.rows, n.hash) is distinct from (o.rows, o.hash)
  ), noted as (
    insert into pg_temp.import_changes (root, kind)
    select d.root, $1 from difference d where d.root in (select w.root from pg_temp.watched_roots w)
  )
  select count(*) filter (where d.is_new) as added, count(*) filter (where d.is_gone) as removed,
    count(*) filter (where not d.is_new and not d.is_gone) as changed
  from difference d`;

const ALL_NEW = `
  with noted as (
    insert into pg_temp.import_changes (root, kind)
    select distinct r.root, $1 from (select (%E) as root from %T t) r
    where r.root in (select w.root from pg_temp.watched_roots w)
  )
  select count(*) as added, 0 as changed, 0 as removed from %T t`;

async function compareTable(tx: ImportTransaction, table: SwapTable): Promise<Counts> {
  const root = table.root ?? 'null::text';
  const [served] = await tx.query(sql('select from %R limit 1', table.name));
  const key = await keyColumnsOf(tx, table.name);
  const statement =
    served === undefined
      ? sql(ALL_NEW, root, table.name, table.name)
      : key.length > 0
        ? sql(BY_KEY, root, table.name, root, table.name, key)
        : sql(BY_ROOT, root, table.name, root, table.name);
  const [row] = await tx.query<CountRow>(statement, [table.name]);
  return {
    added: Number(row?.added ?? 0),
    changed: Number(row?.changed ?? 0),
    removed: Number(row?.removed ?? 0),
  };
}

/** Notes whose rows changed, as far as somebody watches them; the counts are of all. */
export async function compareTables(
  tx: ImportTransaction,
  tables: readonly SwapTable[],
): Promise<ChangeCounts> {
  const counts: Record<string, Counts> = {};
  for (const table of tables) {
    counts[table.name] = await compareTable(tx, table);
  }
  return counts;
}
