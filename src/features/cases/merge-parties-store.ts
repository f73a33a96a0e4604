// Party rows of held numbers, old against new, and what is told to whoever watches. Rows of numbers that were not served
// before need no comparing: they are inserted as they were staged.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { sql } from '../../platform/imports/sql-words.ts';
import { PARTY_CONTENT, PARTY_SHAPE } from './merge-stage.ts';
import type { Written } from './merge-store.ts';

type Tx = Pick<ImportTransaction, 'query'>;

async function countOf(tx: Tx, statement: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await tx.query<{ count: string }>(statement, values);
  return Number(row?.count ?? 0);
}

const PARTY_KEY = 'root, number, document';
const PARTY_COLUMNS = [PARTY_KEY, ...PARTY_CONTENT].join(', ');

/** Facts of held numbers that only this source knows are as they were staged; mixed ones are derived anew. */
export async function openNewParties(tx: Tx): Promise<void> {
  await tx.query(sql('create temp table case_new_parties (%E) on commit drop', PARTY_SHAPE));
  await tx.query(
    `insert into case_new_parties (${PARTY_COLUMNS})
     select ${PARTY_COLUMNS} from staged_parties s
     where s.number in (select a.number from case_affected a where not a.is_mixed)`,
  );
}

export const COPY_NEW_PARTIES = `copy case_new_parties (${PARTY_COLUMNS}) from stdin`;

const NEW_CONTENT = PARTY_CONTENT.map((name) => `n.${name}`).join(', ');
const OLD_CONTENT = PARTY_CONTENT.map((name) => `o.${name}`).join(', ');
const PARTY_ASSIGNMENTS = PARTY_CONTENT.map((name) => `${name} = n.${name}`).join(', ');

/**
 * What watchers read, beside the framework's table of changed pairs: for each pair of document root and number that was
 * served before, or joined a number that was, what is different. A pair that is only in the framework's table is of a new
 * case. A pair that became hidden must not be told to anybody.
 */
export async function notePartyChanges(tx: Tx): Promise<void> {
  await tx.query('analyze case_new_parties');
  await tx.query(
    `create temp table case_changes (
       root text collate "C" not null, number text collate "C" not null, is_new_party boolean not null,
       is_closed boolean not null, is_reopened boolean not null, is_side_changed boolean not null,
       is_value_changed boolean not null, is_hidden boolean not null, has_new_movements boolean not null
     ) on commit drop`,
  );
  await tx.query(
    `insert into case_changes
     select k.root, k.number, bool_and(k.is_new), bool_or(k.is_closed), bool_or(k.is_reopened), bool_or(k.is_side),
       bool_or(k.is_value), bool_or(k.was_countable) and not bool_or(k.is_countable), bool_or(k.has_new_movements)
     from (
       select coalesce(n.root, o.root) as root, coalesce(n.number, o.number) as number, o.root is null as is_new,
         coalesce(o.is_active and not n.is_active, false) as is_closed,
         coalesce(n.is_active and not o.is_active, false) as is_reopened,
         coalesce(n.side <> o.side, false) as is_side,
         o.root is not null and n.root is not null and n.value is distinct from o.value as is_value,
         coalesce(o.is_countable, false) as was_countable, coalesce(n.is_countable, false) as is_countable,
         m.number is not null as has_new_movements,
         m.number is not null or (${NEW_CONTENT}) is distinct from (${OLD_CONTENT}) as is_different
       from case_new_parties n
       full join case_old_parties o on (o.root, o.number, o.document) = (n.root, n.number, n.document)
       left join (select distinct a.number from case_added_movements a) m on m.number = coalesce(n.number, o.number)
     ) k where k.is_different
     group by k.root, k.number`,
  );
  await tx.query(
    `insert into pg_temp.import_changes (root, number, kind)
     select c.root, c.number, 'case_parties' from case_changes c
     union all
     select s.root, s.number, 'case_parties' from staged_parties s
     where not exists (select from case_held h where h.number = s.number)`,
  );
}

export async function writeParties(tx: Tx, fetchedAt: Date): Promise<Written> {
  const removed = await countOf(
    tx,
    `with removed as (
       delete from registry.case_parties p using case_old_parties o
       where (p.root, p.number, p.document) = (o.root, o.number, o.document) and not exists (
         select from case_new_parties n where (n.root, n.number, n.document) = (o.root, o.number, o.document)
       )
       returning 1
     ) select count(*) as count from removed`,
  );
  const changed = await countOf(
    tx,
    `with changed as (
       update registry.case_parties p set ${PARTY_ASSIGNMENTS}, fetched_at = $1
       from case_new_parties n, case_old_parties o
       where (p.root, p.number, p.document) = (n.root, n.number, n.document)
         and (o.root, o.number, o.document) = (n.root, n.number, n.document)
         and (${NEW_CONTENT}) is distinct from (${OLD_CONTENT})
       returning 1
     ) select count(*) as count from changed`,
    [fetchedAt],
  );
  const added = await countOf(
    tx,
    `with added as (
       insert into registry.case_parties (${PARTY_COLUMNS}, fetched_at)
       select ${PARTY_COLUMNS}, $1::timestamptz
       from (
         select ${PARTY_COLUMNS} from staged_parties s
         where not exists (select from case_held h where h.number = s.number)
         union all
         select ${PARTY_COLUMNS} from case_new_parties n
         where not exists (
           select from case_old_parties o where (o.root, o.number, o.document) = (n.root, n.number, n.document)
         )
       ) fresh
       order by ${PARTY_KEY}
       returning 1
     ) select count(*) as count from added`,
    [fetchedAt],
  );
  return { added, changed, removed };
}
