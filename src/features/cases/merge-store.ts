// The merge of staged cases into the served tables, statement by statement in the order of merge.ts. Everything is in one
// transaction; the temporary tables end with it. A case that is not served yet costs one sorted insert and nothing else;
// all the looking and comparing is about numbers that are ("held"), however many were staged.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { sql } from '../../platform/imports/sql-words.ts';
import { RECORD_CONTENT, stageOf, stageTablesOf } from './merge-stage.ts';

type Tx = Pick<ImportTransaction, 'query'>;

async function countOf(tx: Tx, statement: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await tx.query<{ count: string }>(statement, values);
  return Number(row?.count ?? 0);
}

/** Beside the locks of the sources, of which each case source holds its own. */
const CASE_MERGE_LOCK = 7_281_003;

/**
 * All case sources write the same tables, and what one of them writes of a number depends on what the others know of it.
 * So whoever merges waits here for the merge before it, until its commit. Nothing that was staged depends on what is
 * served, and in read committed every statement after this one sees that commit.
 */
export async function waitForOtherMerges(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [CASE_MERGE_LOCK]);
}

/** Temporary views give the stage of any source one name; they must be gone before the stage is dropped. */
export async function openStage(tx: Tx, source: string): Promise<void> {
  const { records, parties, removals } = stageOf(source);
  await tx.query(sql('create temp view staged_records as select * from %T', records));
  await tx.query(sql('create temp view staged_parties as select * from %T', parties));
  await tx.query(sql('create temp view staged_removals as select * from %T', removals));
  // Sorting a million wide rows in pieces of the usual size takes half as long again.
  await tx.query(`set local work_mem = '256MB'`);
}

/** The same names for a few rows that never lay anywhere else. */
export async function openLiveStage(tx: Tx): Promise<void> {
  for (const [name, table] of LIVE_STAGE) {
    const { shape } = table;
    await tx.query(
      sql('create temp table %I (%E) on commit drop', name, 'columns' in shape ? shape.columns : ''),
    );
  }
}

const [STAGED_RECORDS, STAGED_PARTIES, STAGED_REMOVALS] = stageTablesOf('live');
const LIVE_STAGE = [
  ['staged_records', STAGED_RECORDS],
  ['staged_parties', STAGED_PARTIES],
  ['staged_removals', STAGED_REMOVALS],
] as const;

export const COPY_LIVE_RECORDS = sql('copy staged_records (%I) from stdin', STAGED_RECORDS.columns);
export const COPY_LIVE_PARTIES = sql('copy staged_parties (%I) from stdin', STAGED_PARTIES.columns);

export async function closeStage(tx: Tx): Promise<void> {
  await tx.query('drop view staged_records, staged_parties, staged_removals');
}

/** Without figures the database would join a million rows as if they were ten. */
export async function analyzeStage(tx: Tx, source: string): Promise<void> {
  const { records, parties, removals } = stageOf(source);
  // The columns that are joined by; figures of arrays and JSON cost more than the whole merge.
  for (const name of [records, removals]) await tx.query(sql('analyze %T (number)', name));
  await tx.query(sql('analyze %T (number, root, is_countable)', parties));
}

const STAGED_CONTENT = RECORD_CONTENT.map((name) => `s.${name}`).join(', ');
const SERVED_CONTENT = RECORD_CONTENT.map((name) => `r.${name}`).join(', ');

/** What a source no longer names of a number that it tells about, in any degree or in the degrees that it tells about. */
export type Removal = 'of-number' | 'of-degree' | 'none';

/** What becomes of each held record: replaced, or removed because its source no longer names it. */
export async function findChangedRecords(tx: Tx, source: string, removal: Removal): Promise<void> {
  await tx.query(
    `create temp table case_changed (
       number text collate "C" not null, degree text not null, record_key text not null, is_removed boolean not null
     ) on commit drop`,
  );
  await tx.query(
    `insert into case_changed (number, degree, record_key, is_removed)
     select h.number, h.degree, h.record_key, false
     from case_held h
     join staged_records s on (s.number, s.degree, s.record_key) = (h.number, h.degree, h.record_key)
     join registry.case_records r
       on (r.number, r.source, r.degree, r.record_key) = (h.number, h.source, h.degree, h.record_key)
     where h.is_ours and (${STAGED_CONTENT}) is distinct from (${SERVED_CONTENT})`,
  );
  if (removal !== 'none') {
    await tx.query(
      `insert into case_changed (number, degree, record_key, is_removed)
       select h.number, h.degree, h.record_key, true
       from case_held h
       where h.is_ours
         and h.number in (select s.number from staged_records s union all select m.number from staged_removals m)
         and not exists (
           select from staged_records s
           where (s.number, s.degree, s.record_key) = (h.number, h.degree, h.record_key)
         )
         and ($1 or exists (select from staged_records s where (s.number, s.degree) = (h.number, h.degree)))`,
      [removal === 'of-number'],
    );
  }
  await tx.query(
    `create temp table case_affected (number text collate "C" primary key, is_mixed boolean not null) on commit drop`,
  );
  await tx.query(
    `insert into case_affected (number, is_mixed)
     select a.number, exists (select from case_held o where o.number = a.number and o.source <> $1)
     from (
       select c.number from case_changed c
       union
       select s.number from staged_records s
       where s.number in (select h.number from case_held h) and not exists (
         select from case_held h
         where h.is_ours and (s.number, s.degree, s.record_key) = (h.number, h.degree, h.record_key)
       )
     ) a`,
    [source],
  );
  await tx.query('analyze case_changed, case_affected');
}

/**
 * Movements that a held number has from now on, whoever told of it before; for those who watch it. What stands in a record
 * of which nobody said that it is public is not told.
 */
export async function noteAddedMovements(tx: Tx, isPublicOnly: boolean): Promise<void> {
  await tx.query(
    `create temp table case_added_movements (number text collate "C" not null, code int not null, at timestamptz not null)
     on commit drop`,
  );
  await tx.query(
    `insert into case_added_movements (number, code, at)
     select s.number, m.code, m.at
     from staged_records s join case_affected a on a.number = s.number,
       unnest(s.movement_codes, s.movement_times) as m (code, at)
     where s.secrecy = 0 or (s.secrecy is null and $1)
     except
     select r.number, m.code, m.at
     from registry.case_records r join case_affected a on a.number = r.number,
       unnest(r.movement_codes, r.movement_times) as m (code, at)`,
    [isPublicOnly],
  );
}

/** The rows that are served of the affected numbers, found through the documents of their records: see case_parties' key. */
export async function noteServedParties(tx: Tx): Promise<void> {
  await tx.query('create temp table case_old_parties (like registry.case_parties) on commit drop');
  await tx.query(
    `insert into case_old_parties
     select p.*
     from (
       select distinct case length(d.document) when 14 then left(d.document, 8) else d.document end as root, d.number
       from (
         select r.number, jsonb_array_elements(r.parties) ->> 'document' as document
         from registry.case_records r join case_affected a on a.number = r.number
       ) d where d.document is not null
     ) k
     join registry.case_parties p on p.root = k.root and p.number = k.number`,
  );
  await tx.query('analyze case_old_parties');
}

const RECORD_COLUMNS = ['number', 'degree', 'record_key', ...RECORD_CONTENT].join(', ');
const RECORD_ASSIGNMENTS = RECORD_CONTENT.map((name) => `${name} = s.${name}`).join(', ');

export type Written = { added: number; changed: number; removed: number };
export type Origin = { source: string; importId: string | null; fetchedAt: Date };

export async function writeRecords(tx: Tx, { source, importId, fetchedAt }: Origin): Promise<Written> {
  const removed = await countOf(
    tx,
    `with removed as (
       delete from registry.case_records r using case_changed c
       where c.is_removed and r.source = $1
         and (r.number, r.degree, r.record_key) = (c.number, c.degree, c.record_key)
       returning 1
     ) select count(*) as count from removed`,
    [source],
  );
  const changed = await countOf(
    tx,
    `with changed as (
       update registry.case_records r set ${RECORD_ASSIGNMENTS}, fetched_at = $2, import_id = $3
       from staged_records s, case_changed c
       where not c.is_removed and r.source = $1
         and (r.number, r.degree, r.record_key) = (c.number, c.degree, c.record_key)
         and (s.number, s.degree, s.record_key) = (c.number, c.degree, c.record_key)
       returning 1
     ) select count(*) as count from changed`,
    [source, fetchedAt, importId],
  );
  const added = await countOf(
    tx,
    `with added as (
       insert into registry.case_records (source, fetched_at, import_id, ${RECORD_COLUMNS})
       select $1, $2, $3, ${RECORD_COLUMNS}
       from staged_records s
       where not exists (
         select from case_held h
         where h.is_ours and (h.number, h.degree, h.record_key) = (s.number, s.degree, s.record_key)
       )
       order by s.number, s.degree, s.record_key
       returning 1
     ) select count(*) as count from added`,
    [source, fetchedAt, importId],
  );
  return { added, changed, removed };
}
