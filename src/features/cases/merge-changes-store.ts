// What is told of a merge to whoever watches a document or a number: for each such pair of root and number the facts as they
// were and as they are. Written once everything else is, and only for what is watched.
import type { ImportTransaction } from '../../platform/imports/definition.ts';

type Tx = Pick<ImportTransaction, 'query'>;

const CASE_NEWS_LOCK = 7_281_005;

/**
 * Held by a merge from before it looks who watches until its commit. Whoever begins to watch holds it in `holdCaseNews`
 * while it reads what there is: either it waits for that commit and reads what the merge brought, or the merge waits and
 * sees that somebody watches. In read committed every statement after this one sees what was committed before.
 */
export async function lockCaseNews(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [CASE_NEWS_LOCK]);
}

/** Before the first read of a dossier, in the transaction that says from when on changes are wanted. Many at once may. */
export async function holdCaseNews(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock_shared($1)', [CASE_NEWS_LOCK]);
}

export async function openChanges(tx: Tx): Promise<void> {
  // A root that is null: somebody asked for the number itself. Facts that are null: nothing may be told of it any more.
  await tx.query(
    `create temp table case_changes (
       place bigint generated always as identity primary key, root text collate "C", number text collate "C" not null,
       was_told boolean, was_active boolean, old_side text, old_value numeric(17, 2),
       side text, is_debtor_side boolean, class_code int, natures smallint, traits int, is_active boolean,
       outcome smallint, value numeric(17, 2), filed_on date, moved_on date, severe_on date, frustrated_on date
     ) on commit drop`,
  );
  await tx.query('create index on case_added_movements (number)');
  await tx.query('analyze case_added_movements');
}

const FACTS = [
  'side',
  'is_debtor_side',
  'class_code',
  'natures',
  'traits',
  'is_active',
  'outcome',
  'value',
  'filed_on',
  'moved_on',
  'severe_on',
  'frustrated_on',
];
const FACT_COLUMNS = FACTS.join(', ');
const NEW_FACTS = FACTS.map((name) => `n.${name}`).join(', ');

/** Of several establishments the one that stands worst speaks for the company, as in a dossier. */
const WORST_FIRST = `array_position(array['PASSIVE', 'ACTIVE', 'THIRD', 'UNKNOWN'], p.side), p.document`;

/** A mask is nobody's root. */
const NOTE_HELD = `
  with pairs as materialized (
    select n.root, n.number from case_new_parties n union select o.root, o.number from case_old_parties o
  ), keys as materialized (
    select p.root, p.number from pairs p where p.root in (select w.root from pg_temp.watched_roots w)
    union
    select p.root, p.number from pairs p
    where p.number in (select w.number from pg_temp.watched_numbers w) and p.root not like '*%'
  ), old as (
    select distinct on (p.root, p.number) p.* from case_old_parties p
    join keys k on k.root = p.root and k.number = p.number where p.is_countable
    order by p.root, p.number, ${WORST_FIRST}
  ), new as (
    select distinct on (p.root, p.number) p.* from case_new_parties p
    join keys k on k.root = p.root and k.number = p.number where p.is_countable
    order by p.root, p.number, ${WORST_FIRST}
  )
  insert into case_changes (root, number, was_told, was_active, old_side, old_value, ${FACT_COLUMNS})
  select k.root, k.number, o.root is not null, o.is_active, o.side, o.value, ${NEW_FACTS}
  from keys k
  left join old o on o.root = k.root and o.number = k.number
  left join new n on n.root = k.root and n.number = k.number
  where (o.root is not null or n.root is not null) and (
    o.root is null or n.root is null or (n.is_active, n.side, n.value) is distinct from (o.is_active, o.side, o.value)
    or exists (select from case_added_movements m where m.number = k.number)
  )`;

/**
 * Of numbers that were not served before, every row is news. The roots that were brought come in the order of the index of
 * those that are watched, so that a few of them are looked up there one by one, and a million go along it side by side. Only
 * then is anything else asked of a row: that hardly any is of a watched root is more than the planner can know.
 */
const NOTE_FRESH = `
  with brought as materialized (
    select distinct p.root from staged_parties p
    where p.is_countable and (select exists (select from pg_temp.watched_roots)) order by p.root
  ), watched as materialized (
    select b.root from brought b where b.root in (select w.root from pg_temp.watched_roots w)
  ), fresh as materialized (
    select p.* from staged_parties p where p.is_countable and p.root in (select w.root from watched w)
  )
  insert into case_changes (root, number, was_told, ${FACT_COLUMNS})
  select distinct on (p.root, p.number) p.root, p.number, false, ${FACT_COLUMNS}
  from fresh p
  where not exists (select from case_held h where h.number = p.number)
  order by p.root, p.number, ${WORST_FIRST}`;

export async function notePairs(tx: Tx): Promise<void> {
  await tx.query(NOTE_HELD);
  await tx.query(NOTE_FRESH);
}

/** Numbers that somebody asked for and of which something is different now. */
export async function noteAskedFor(tx: Tx): Promise<void> {
  await tx.query(
    `create temp table case_asked_for (number text collate "C" primary key, is_held boolean not null) on commit drop`,
  );
  await tx.query(
    `insert into case_asked_for (number, is_held)
     select a.number, true from case_affected a
     where a.number in (select w.number from pg_temp.watched_numbers w where w.is_asked_for)
     union
     select s.number, false from staged_records s
     where s.number in (select w.number from pg_temp.watched_numbers w where w.is_asked_for)
       and not exists (select from case_held h where h.number = s.number)`,
  );
}

/** What a number that somebody asked for was before the merge; hidden when nothing of it could be told. */
export type FactsBefore = { number: string; hidden: boolean; is_active: boolean; value: string | null };

export async function openFactsBefore(tx: Tx): Promise<void> {
  await tx.query(
    `create temp table case_facts_before (
       number text collate "C" primary key, hidden boolean not null, is_active boolean not null, value numeric(17, 2)
     ) on commit drop`,
  );
}

export async function addFactsBefore(tx: Tx, rows: readonly FactsBefore[]): Promise<void> {
  await tx.query(
    `insert into case_facts_before (number, hidden, is_active, value)
     select f.number, f.hidden, f.is_active, f.value
     from jsonb_to_recordset($1::jsonb) as f (number text, hidden boolean, is_active boolean, value numeric)`,
    [JSON.stringify(rows)],
  );
}

/** In the order of their numbers; before the merge wrote anything. */
export async function listAffectedAskedFor(tx: Tx, after: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(
    `select a.number from case_affected a
     where a.number > $1 and a.number in (select w.number from pg_temp.watched_numbers w where w.is_asked_for)
     order by a.number limit $2`,
    [after, limit],
  );
  return rows.map(({ number }) => number);
}

export type AskedFor = {
  number: string;
  is_held: boolean;
  /** Null of a number that was not served, or that somebody asked for while the merge was under way. */
  before: FactsBefore | null;
  has_new_movements: boolean;
};

export function listAskedFor(tx: Tx, after: string, limit: number): Promise<AskedFor[]> {
  return tx.query<AskedFor>(
    `select a.number, a.is_held,
       case when f.number is not null then jsonb_build_object(
         'number', f.number, 'hidden', f.hidden, 'is_active', f.is_active, 'value', f.value::text
       ) end as before,
       exists (select from case_added_movements m where m.number = a.number) as has_new_movements
     from case_asked_for a left join case_facts_before f on f.number = a.number
     where a.number > $1 order by a.number limit $2`,
    [after, limit],
  );
}

/** With the names of the columns, as jsonb_populate_recordset takes it. */
export type NumberChange = { number: string; was_told: boolean | null } & Record<string, unknown>;

export async function addNumberChanges(tx: Tx, rows: readonly NumberChange[]): Promise<void> {
  await tx.query(
    `insert into case_changes (number, was_told, was_active, old_value, ${FACT_COLUMNS})
     select n.number, n.was_told, n.was_active, n.old_value, ${NEW_FACTS}
     from jsonb_populate_recordset(null::case_changes, $1::jsonb) n`,
    [JSON.stringify(rows)],
  );
}

export async function closeChanges(tx: Tx): Promise<void> {
  await tx.query(
    `insert into pg_temp.import_changes (root, number, kind)
     select c.root, c.number, 'case_parties' from case_changes c`,
  );
}
