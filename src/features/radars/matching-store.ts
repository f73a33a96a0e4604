// Facts look for radars: what an import or a connector brought is put into one temporary table and joined with radars and
// processes in a few statements, however many radars there are. All in the transaction of the facts, under their role.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import type { News } from './matching-news.ts';

type Tx = Pick<ImportTransaction, 'query'>;

/** Both are semi-joined with what changed; the first is `radars_by_root`, from which alone it can be answered. */
export const WATCHED_ROOTS = `select r.root from farol.radars r where r.removed_at is null and r.paused_at is null`;
export const WATCHED_NUMBERS = `
  select p.number, p.is_imported from farol.processes p where p.status = 'ACTIVE' or p.hidden_at is not null`;

export async function listChangedKinds(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ kind: string }>('select distinct c.kind from pg_temp.import_changes c');
  return new Set(rows.map(({ kind }) => kind));
}

export async function openNews(tx: Tx): Promise<void> {
  await tx.query(
    `create temp table radar_news (
       place bigint generated always as identity primary key, root text collate "C", number text collate "C",
       type text not null, rank smallint not null, finding text not null, severity smallint not null,
       data jsonb not null, side jsonb
     ) on commit drop`,
  );
}

export async function addNews(tx: Tx, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  await tx.query(
    `insert into radar_news (root, number, type, rank, finding, severity, data, side)
     select n.root, n.number, n.type, n.rank, n.finding, n.severity, n.data, n.side
     from jsonb_to_recordset($1::jsonb) as n (root text, number text, type text, rank smallint, finding text,
       severity smallint, data jsonb, side jsonb)`,
    [JSON.stringify(news)],
  );
}

/**
 * Who is told what. Of cases a radar hears only once it is primed: priming tells all there are until then, and cannot be
 * under way now (see `holdCaseNews`).
 */
export async function findMatches(tx: Tx): Promise<void> {
  await tx.query('analyze radar_news');
  await tx.query(
    // Looked up one by one, in the order of the index: side by side with it would go through all radars there are.
    `create temp table radar_matches on commit drop as
     select r.organization_id, n.place, array_agg(r.id order by r.id) as radar_ids
     from (select w.* from radar_news w where w.type <> 'hidden' order by w.root) n
     cross join lateral (
       select r.organization_id, r.id from farol.radars r
       where r.root = n.root and r.removed_at is null and r.paused_at is null
         and (n.number is null or r.primed_at is not null)
       offset 0
     ) r
     group by r.organization_id, n.place`,
  );
  await tx.query('analyze radar_matches');
}

/** In the order of the key, as everybody who writes several of them must. */
const LINK = `
  insert into farol.processes as p (organization_id, number, status, radar_ids)
  select m.organization_id, n.number, 'ACTIVE', array_agg(distinct i.id order by i.id)
  from radar_matches m
  join radar_news n on n.place = m.place
  cross join lateral unnest(m.radar_ids) as i (id)
  where n.number is not null
  group by m.organization_id, n.number
  order by n.number, m.organization_id
  on conflict (number, organization_id) do update set
    radar_ids = (select array_agg(distinct i.id order by i.id) from unnest(p.radar_ids || excluded.radar_ids) as i (id)),
    status = case when p.hidden_at is null then p.status else 'ACTIVE' end,
    inactivated_at = case when p.hidden_at is null then p.inactivated_at end, hidden_at = null
  where p.hidden_at is not null or not p.radar_ids @> excluded.radar_ids`;

/** One that was asked for by its number comes back when its case does. */
const UNHIDE = `
  update farol.processes p set status = 'ACTIVE', inactivated_at = null, hidden_at = null
  from radar_news n
  where n.root is null and n.type = 'case.new' and p.number = n.number and p.is_imported and p.hidden_at is not null`;

/**
 * A radar whose document may not be told of in the case any more leaves the process; when none is left, or the whole case
 * is hidden from whoever asked for it, the process turns inactive. Nobody is told.
 */
const HIDE = `
  with hidden as (
    select p.organization_id, p.number, n.root is null as is_whole,
      array(select i.id from unnest(p.radar_ids) as i (id) where not exists (
        select from farol.radars r
        join radar_news h on h.type = 'hidden' and h.number = p.number and h.root = r.root
        where r.id = i.id and r.organization_id = p.organization_id
      ) order by i.id) as left_ids
    from radar_news n
    join farol.processes p on p.number = n.number and p.status = 'ACTIVE'
    where n.type = 'hidden' and (n.root is not null or p.is_imported)
  ), judged as (
    select h.organization_id, h.number, h.left_ids, bool_or(h.is_whole) as is_whole
    from hidden h group by h.organization_id, h.number, h.left_ids
  )
  update farol.processes p set
    radar_ids = case when j.is_over then p.radar_ids else j.left_ids end,
    status = case when j.is_over then 'INACTIVE' else p.status end,
    inactivated_at = case when j.is_over then farol.clock_now() else p.inactivated_at end,
    hidden_at = case when j.is_over then farol.clock_now() end
  from (select g.*, g.is_whole or (g.left_ids = '{}' and not q.is_imported) as is_over
    from judged g join farol.processes q on q.number = g.number and q.organization_id = g.organization_id) j
  where p.number = j.number and p.organization_id = j.organization_id
    and (j.is_over or p.radar_ids <> j.left_ids)`;

export async function linkProcesses(tx: Tx): Promise<void> {
  await tx.query(LINK);
  await tx.query(UNHIDE);
  await tx.query(HIDE);
}

/** One event for each organization, type and fact, whatever number of its radars it is about; none of what is muted. */
const TELL = `
  with heard as (
    select m.organization_id, m.place, m.radar_ids from radar_matches m
    join radar_news n on n.place = m.place
    left join farol.processes p on p.number = n.number and p.organization_id = m.organization_id
    where n.number is null or p.status = 'ACTIVE'
    union all
    select p.organization_id, n.place, '{}' from radar_news n
    join farol.processes p on p.number = n.number and p.is_imported and p.status = 'ACTIVE'
    where n.root is null and n.type <> 'hidden'
  ), wanted as (
    select h.*, n.type, n.rank, n.finding, n.severity, n.root, n.side from heard h
    join radar_news n on n.place = h.place
    where not exists (
      select from farol.dismissed_findings d where d.finding = n.finding and d.organization_id = h.organization_id
    )
  ), told as (
    select w.organization_id, w.type, w.rank, w.finding, max(w.severity) as severity, min(w.place) as place,
      jsonb_agg(to_jsonb(w.radar_ids)) as ids,
      jsonb_agg(w.side || jsonb_build_object('radarIds', w.radar_ids) order by w.root)
        filter (where w.side is not null and w.root is not null) as sides
    from wanted w group by w.organization_id, w.type, w.rank, w.finding
  ), addressed as materialized (
    select t.*, array(
      select distinct i.id::bigint from jsonb_array_elements(t.ids) as l (ids)
      cross join lateral jsonb_array_elements_text(l.ids) as i (id) order by 1
    ) as radar_ids
    from told t
  ), kept as (
    insert into radar_told (organization_id, radar_id)
    select distinct t.organization_id, i.id from addressed t cross join lateral unnest(t.radar_ids) as i (id)
  )
  insert into farol.events (organization_id, type, data)
  select t.organization_id, t.type, n.data || jsonb_build_object('radarIds', t.radar_ids,
      'severity', (array['low', 'medium', 'high'])[t.severity + 1])
    || case when t.sides is null then '{}' else jsonb_build_object('sides', t.sides) end
  from addressed t join radar_news n on n.place = t.place
  order by t.organization_id, t.finding, t.rank`;

/** A radar that somebody else is writing at this moment keeps the time it has: two who wait for each other would both lose. */
const STAMP = `
  update farol.radars r set last_event_at = farol.clock_now()
  from (
    select k.id, k.organization_id from farol.radars k
    join radar_told t on t.radar_id = k.id and t.organization_id = k.organization_id
    order by k.id for no key update of k skip locked
  ) f where r.id = f.id and r.organization_id = f.organization_id`;

export async function tellMatches(tx: Tx): Promise<void> {
  await tx.query(
    'create temp table radar_told (organization_id bigint not null, radar_id bigint not null) on commit drop',
  );
  await tx.query(TELL);
  await tx.query('analyze radar_told');
  await tx.query(STAMP);
}
