// Which staged lines count: the newest of each number, and none that is older than what is served.
import type { ImportTransaction } from '../../platform/imports/definition.ts';

type Tx = Pick<ImportTransaction, 'query'>;

/** Numbers that stand in several lines or hits. */
export async function findRepeated(tx: Tx): Promise<number> {
  await tx.query('create temp table case_repeated (number text collate "C" primary key) on commit drop');
  const [row] = await tx.query<{ count: string }>(
    `with repeated as (
       insert into case_repeated (number)
       select s.number
       from (select r.number, r.arrival from staged_records r union all select m.number, m.arrival from staged_removals m) s
       group by s.number having min(s.arrival) <> max(s.arrival) returning 1
     ) select count(*) as count from repeated`,
  );
  return Number(row?.count ?? 0);
}

const LINES_OF_REPEATED = `
  select s.number, s.arrival, s.updated_at
  from (select r.number, r.arrival, r.updated_at from staged_records r
        union all select m.number, m.arrival, m.updated_at from staged_removals m) s
  join case_repeated c on c.number = s.number`;

/** The newest line of a number counts, and the later of two equally new ones. */
export async function dropOlderLines(tx: Tx): Promise<void> {
  await tx.query(
    `create temp table case_newest on commit drop as
     select distinct on (l.number) l.number, l.arrival from (${LINES_OF_REPEATED}) l
     order by l.number, l.updated_at desc nulls last, l.arrival desc`,
  );
  await tx.query(
    `delete from staged_records s using case_newest n where s.number = n.number and s.arrival <> n.arrival`,
  );
  await tx.query(
    `delete from staged_parties s using case_newest n where s.number = n.number and s.arrival <> n.arrival`,
  );
  await tx.query(
    `delete from staged_removals s using case_newest n where s.number = n.number and s.arrival <> n.arrival`,
  );
}

/** The same for sources whose lines hold one record each. */
export async function dropOlderRecords(tx: Tx): Promise<void> {
  await tx.query(
    `delete from staged_records s
     using (
       select r.arrival, row_number() over (
         partition by r.number, r.degree, r.record_key order by r.updated_at desc nulls last, r.arrival desc
       ) as place
       from staged_records r join case_repeated c on c.number = r.number
     ) o where o.place > 1 and s.arrival = o.arrival`,
  );
}

/** Everything that is served of the staged numbers, by any source: keys only. */
export async function findHeld(tx: Tx, source: string): Promise<number> {
  await tx.query(
    `create temp table case_held (
       number text collate "C" not null, source text not null, degree text not null, record_key text not null,
       updated_at timestamptz, is_ours boolean not null
     ) on commit drop`,
  );
  const [row] = await tx.query<{ count: string }>(
    `with held as (
       insert into case_held (number, source, degree, record_key, updated_at, is_ours)
       select r.number, r.source, r.degree, r.record_key, r.updated_at, r.source = $1
       from registry.case_records r
       where r.number in (select s.number from staged_records s union all select m.number from staged_removals m)
       returning 1
     ) select count(*) as count from held`,
    [source],
  );
  await tx.query('create index on case_held (number)');
  await tx.query('analyze case_held');
  return Number(row?.count ?? 0);
}

const STALE_LINES = `
  select distinct h.number from case_held h
  join (select r.number, r.updated_at from staged_records r union all select m.number, m.updated_at from staged_removals m) s
    on s.number = h.number
  where h.is_ours and h.updated_at > s.updated_at`;

/** Older than what is served: nothing of the line counts. */
export async function dropStaleLines(tx: Tx): Promise<void> {
  await tx.query(`create temp table case_stale on commit drop as ${STALE_LINES}`);
  await tx.query('delete from staged_records s using case_stale t where s.number = t.number');
  await tx.query('delete from staged_parties s using case_stale t where s.number = t.number');
  await tx.query('delete from staged_removals s using case_stale t where s.number = t.number');
}

export async function dropStaleRecords(tx: Tx): Promise<void> {
  await tx.query(
    `delete from staged_records s using case_held h
     where h.is_ours and (s.number, s.degree, s.record_key) = (h.number, h.degree, h.record_key)
       and coalesce(h.updated_at, '-infinity') > coalesce(s.updated_at, '-infinity')`,
  );
}
