// Events as people read them. What is looked through is bounded by the newest events of the organization, which its index gives.
import type { Database } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { IS_NO_PROGRESS } from '../../platform/effects/progress-events.ts';
import { LOOKED_AT, MOST_LOOKS, nextBefore } from './inbox-rules.ts';
import type { InboxKind, Severity } from './inbox-rules.ts';

export type InboxPoint = {
  readonly organizationId: number;
  readonly scope: Scope;
  readonly before: number;
  readonly limit: number;
  readonly kind: InboxKind | null;
  readonly severity: Severity | null;
  readonly radarId: number | null;
  readonly isDismissedShown: boolean;
};

const CREATED_AT = `to_char(e.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of a row `w`: most events name a list of radars, that of a priming one. */
const RADAR_IDS = `coalesce(w.data -> 'radarIds', '[]') || coalesce(w.data -> 'radarId', '[]')`;

/** Of a row `l`: the batch tells when all of its analyses are done, and its page how each of them fared. */
const IS_OF_BATCH = `l.type = 'analysis.completed' and exists (
  select from batch_documents b
  where b.organization_id = $1 and b.analysis_id = (l.data ->> 'userPlanConsumeAnalyticsId')::bigint
)`;

const INBOX_SQL = `
  with looked as materialized (
    select e.number, e.type, e.organization_id, e.created_at, e.data from events e
    where e.organization_id = $1 and e.number < $2 order by e.number desc limit ${LOOKED_AT}
  ), marked as (
    select l.*, exists (
      select from dismissed_findings d where d.organization_id = $1 and d.finding = l.data ->> 'finding'
    ) as is_dismissed
    from looked l
    where l.${IS_NO_PROGRESS} and not (${IS_OF_BATCH}) and ($4::text is null or split_part(l.type, '.', 1) = $4)
      and ($5::text is null or l.data ->> 'severity' = $5)
      and ($6::bigint is null or l.data -> 'radarIds' @> to_jsonb($6) or l.data -> 'radarId' = to_jsonb($6))
  ), wanted as (
    select m.* from marked m where $7 or not m.is_dismissed order by m.number desc limit $3
  )
  select (select count(*) from looked)::integer as count, coalesce((select min(l.number) from looked l), 0)::text as lowest,
    coalesce(array_agg(e.number::text order by e.number desc), '{}') as numbers,
    coalesce(string_agg(json_build_object('id', e.number, 'type', e.type, 'organizationId', e.organization_id,
      'createdAt', ${CREATED_AT}, 'data', e.data, 'isDismissed', e.is_dismissed)::text, ',' order by e.number desc), '') as text,
    (
      select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.id), '[]')::text from radars r
      where r.organization_id = $1 and r.id in (
        select i.id::bigint from wanted w cross join lateral jsonb_array_elements_text(${RADAR_IDS}) as i (id)
      )
    ) as radars
  from wanted e`;

type InboxRow = { count: number; lowest: string; numbers: string[]; text: string; radars: string };

type Page = { readonly next: number; readonly hasEvents: boolean; readonly text: string };

async function readPage(database: Database, point: InboxPoint): Promise<Page> {
  const { organizationId, scope, before, limit, kind, severity, radarId, isDismissedShown } = point;
  const [row] = await database.readOnce<InboxRow>(scope, {
    name: 'events_inbox',
    sql: INBOX_SQL,
    values: [organizationId, before, limit, kind, severity, radarId, isDismissedShown],
  });
  const looked = { count: row?.count ?? 0, lowest: Number(row?.lowest ?? 0) };
  const numbers = (row?.numbers ?? []).map(Number);
  const next = nextBefore(numbers, limit, looked);
  const text = `{"events":[${row?.text ?? ''}],"radars":${row?.radars ?? '[]'},"next":${next}}`;
  return { next, hasEvents: numbers.length > 0, text };
}

/** JSON text. Goes on behind a stretch that has nothing of interest, such as a batch, but not through all there ever was. */
export async function readInbox(database: Database, point: InboxPoint): Promise<string> {
  let page = await readPage(database, point);
  for (let turn = 1; turn < MOST_LOOKS && !page.hasEvents && page.next > 0; turn += 1) {
    page = await readPage(database, { ...point, before: page.next });
  }
  return page.text;
}

/** As many as are looked through for the figures of radars. */
const COUNTED = 10_000;
const DAYS = 30;
const DAYS_BEFORE = 29;
const TODAY = `(farol.clock_now() at time zone 'America/Sao_Paulo')::date`;

const BY_RADAR_SQL = `
  with looked as materialized (
    select e.number, e.type, e.created_at, e.data from events e
    where e.organization_id = $1 and e.number is not null order by e.number desc limit ${COUNTED}
  ), days as (
    select d::date as day from generate_series(${TODAY} - ${DAYS_BEFORE}, ${TODAY}, interval '1 day') d
  ), told as (
    select i.id::bigint as radar_id, w.number, w.type, w.created_at, coalesce(w.data ->> 'severity', '') as severity,
      (w.created_at at time zone 'America/Sao_Paulo')::date as day
    from looked w
    cross join lateral jsonb_array_elements_text(${RADAR_IDS}) as i (id)
    where i.id::bigint = any ($2::bigint[])
  )
  select json_build_object(
    'days', (select json_agg(d.day order by d.day) from days d),
    'isWhole', (select count(*) < ${COUNTED} or min(l.created_at) < now() - interval '${DAYS} days' from looked l),
    'radars', coalesce((
      select json_agg(json_build_object(
        'radarId', a.id,
        'total', (select count(*) from told t where t.radar_id = a.id and t.day > ${TODAY} - ${DAYS}),
        'perDay', (
          select json_agg((select count(*) from told t where t.radar_id = a.id and t.day = d.day) order by d.day) from days d
        ),
        'last', (
          select json_build_object('id', e.number, 'type', e.type, 'createdAt', ${CREATED_AT}, 'severity', e.severity)
          from told e where e.radar_id = a.id order by e.number desc limit 1
        )
      ) order by a.place)
      from unnest($2::bigint[]) with ordinality as a (id, place)
      where exists (select from radars r where r.organization_id = $1 and r.id = a.id and r.removed_at is null)
    ), '[]')
  )::text as json`;

/** JSON text. Radars that the organization has not are left out. */
export async function readByRadar(
  database: Database,
  { organizationId, scope, radarIds }: { organizationId: number; scope: Scope; radarIds: readonly number[] },
): Promise<string> {
  const [row] = await database.readOnce<{ json: string }>(scope, {
    name: 'events_by_radar',
    sql: BY_RADAR_SQL,
    values: [organizationId, radarIds],
  });
  return row?.json ?? '';
}
