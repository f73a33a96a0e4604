// Statements of the work on radars behind the scenes: matching new ones, and unlinking removed ones. Everything stays in the
// database: a document may have a million cases.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NUMBERS_SQL } from '../cases/index.ts';

export type ClaimedRadar = {
  id: string;
  attempt: number;
  root: string;
  document: string;
  document_id: string;
  name: string;
};

const CLAIM_SQL = `
  update radars set attempt = attempt + 1
  where organization_id = $1 and id = any ($2::bigint[]) and primed_at is null and removed_at is null
    and paused_at is null
  returning id::text, attempt, root, document, document_id::text, name`;

/** What is primed, paused or removed is nobody's business any more. */
export function claimRadars(
  tx: Transaction,
  organizationId: number,
  ids: readonly string[],
): Promise<ClaimedRadar[]> {
  return tx.prepared<ClaimedRadar>('claim_radars', CLAIM_SQL, [organizationId, textArray(ids)]);
}

export type HeldAttempt = { readonly id: string; readonly attempt: number };

const HOLD_SQL = `
  select r.id::text from radars r
  join unnest($2::bigint[], $3::integer[]) as h (id, attempt) on h.id = r.id and h.attempt = r.attempt
  where r.organization_id = $1 and r.primed_at is null and r.removed_at is null and r.paused_at is null
  order by r.id for no key update of r`;

/** Those that are still this attempt's to prime; until the end of the transaction nobody pauses or removes them. */
export async function holdClaimed(
  tx: Transaction,
  organizationId: number,
  claimed: readonly HeldAttempt[],
): Promise<Set<string>> {
  const rows = await tx.prepared<{ id: string }>('hold_claimed', HOLD_SQL, [
    organizationId,
    textArray(claimed.map(({ id }) => id)),
    numberArray(claimed.map(({ attempt }) => attempt)),
  ]);
  return new Set(rows.map(({ id }) => id));
}

export type RadarRoot = { readonly id: string; readonly root: string };

function rootColumns(radars: readonly RadarRoot[]): string[] {
  return [textArray(radars.map(({ id }) => id)), textArray(radars.map(({ root }) => root))];
}

const COUNT_SQL = `
  select w.id::text, (
    select count(distinct k.number) from registry.case_parties k where k.root = w.root and k.is_countable
  )::integer as total
  from unnest($1::bigint[], $2::text[]) as w (id, root)`;

export async function countMatches(
  tx: Transaction,
  radars: readonly RadarRoot[],
): Promise<Map<string, number>> {
  const values = rootColumns(radars);
  const rows = await tx.prepared<{ id: string; total: number }>('count_matches', COUNT_SQL, values);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

const JOINED_IDS = `p.radar_ids
  || array(select n.id from unnest(excluded.radar_ids) n (id) where n.id <> all (p.radar_ids))`;
/** What was hidden by itself comes back; what somebody made inactive does not. */
const SHOWN = `status = case when p.hidden_at is null then p.status else 'ACTIVE' end,
  inactivated_at = case when p.hidden_at is null then p.inactivated_at end, hidden_at = null`;

/** A part of a long dossier. What is linked already costs one look. */
const LINK_PART_SQL = `
  with part as materialized (${NUMBERS_SQL}), linked as (
    insert into processes as p (organization_id, number, status, radar_ids, matched_at)
    select $4, part.number, 'ACTIVE', array[$5::bigint], (select clock_now()) from part order by part.number
    on conflict (number, organization_id) do update set radar_ids = ${JOINED_IDS}, ${SHOWN}
      where p.hidden_at is not null or not p.radar_ids @> excluded.radar_ids
  )
  select max(part.number) as last, count(*)::integer as count from part`;

/** The same where nearly all is linked already: a look costs less than a conflict, which writes to the row. */
const LINK_MISSING_SQL = `
  with part as materialized (${NUMBERS_SQL}), linked as (
    insert into processes as p (organization_id, number, status, radar_ids, matched_at)
    select $4, part.number, 'ACTIVE', array[$5::bigint], (select clock_now()) from part
    left join lateral (
      select x.radar_ids, x.hidden_at from processes x
      where x.number = part.number and x.organization_id = $4 limit 1
    ) known on true
    where (known.hidden_at is null and known.radar_ids @> array[$5::bigint]) is not true
    order by part.number
    on conflict (number, organization_id) do update set radar_ids = ${JOINED_IDS}, ${SHOWN}
  )
  select max(part.number) as last, count(*)::integer as count from part`;

export type Part = {
  readonly organizationId: number;
  readonly radar: RadarRoot;
  readonly after: string;
  readonly limit: number;
};

type PartEnd = { last: string | null; count: number };

function nextAfter(row: PartEnd | undefined, limit: number): string | null {
  return row === undefined || row.count < limit ? null : row.last;
}

/** Where to go on, or null at the end. */
export async function linkPart(tx: Transaction, part: Part): Promise<string | null> {
  const { organizationId, radar, after, limit } = part;
  const values = [radar.root, after, limit, organizationId, radar.id];
  const [row] = await tx.prepared<PartEnd>('link_part', LINK_PART_SQL, values);
  return nextAfter(row, limit);
}

export async function linkMissing(tx: Transaction, part: Part): Promise<string | null> {
  const { organizationId, radar, after, limit } = part;
  const values = [radar.root, after, limit, organizationId, radar.id];
  const [row] = await tx.prepared<PartEnd>('link_missing', LINK_MISSING_SQL, values);
  return nextAfter(row, limit);
}

/** All that several radars match and that is not linked to them yet. */
const LINK_REST_SQL = `
  with wanted as materialized (
    select k.number, array_agg(w.id) as ids
    from unnest($2::bigint[], $3::text[]) as w (id, root)
    cross join lateral (
      select distinct c.number from registry.case_parties c where c.root = w.root and c.is_countable
    ) k
    left join lateral (
      -- Limited, so that every number is looked up by itself however large the table is.
      select x.radar_ids, x.hidden_at from processes x
      where x.number = k.number and x.organization_id = $1 limit 1
    ) known on true
    where (known.hidden_at is null and known.radar_ids @> array[w.id]) is not true
    group by k.number
  )
  insert into processes as p (organization_id, number, status, radar_ids, matched_at)
  select $1, wanted.number, 'ACTIVE', wanted.ids, (select clock_now()) from wanted order by wanted.number
  on conflict (number, organization_id) do update set radar_ids = ${JOINED_IDS}, ${SHOWN}`;

export async function linkRest(
  tx: Transaction,
  organizationId: number,
  radars: readonly RadarRoot[],
): Promise<void> {
  await tx.prepared('link_rest', LINK_REST_SQL, [organizationId, ...rootColumns(radars)]);
}

export type Primed = { id: string; total: number; numbers: string[] };

const PRIMED_SQL = `
  update radars r set primed_at = clock_now()
  from unnest($2::bigint[], $3::text[]) as w (id, root)
  where r.organization_id = $1 and r.id = w.id
  returning r.id::text, (
      select count(distinct k.number) from registry.case_parties k where k.root = w.root and k.is_countable
    )::integer as total, array(
      select distinct k.number from registry.case_parties k
      where k.root = w.root and k.is_countable order by k.number limit $4
    ) as numbers`;

/** With how many cases each has, and the first of their numbers. */
export function markPrimed(
  tx: Transaction,
  organizationId: number,
  radars: readonly RadarRoot[],
  most: number,
): Promise<Primed[]> {
  return tx.prepared<Primed>('mark_primed', PRIMED_SQL, [organizationId, ...rootColumns(radars), most]);
}

/**
 * A process that nothing else holds goes with its radars. One that somebody made inactive stays, so that the same radar
 * added again does not wake it.
 */
const UNLINK_SQL = `
  with part as materialized (
    select p.number, p.radar_ids from processes p
    where p.organization_id = $1 and p.number > $3 order by p.number limit $4
  ), touched as (
    select part.number from part where part.radar_ids && $2::bigint[]
  ), gone as (
    delete from processes p using touched t
    where p.organization_id = $1 and p.number = t.number
      and (p.status = 'ACTIVE' or p.hidden_at is not null) and not p.is_imported and p.radar_ids <@ $2::bigint[]
  ), kept as (
    update processes p
    set radar_ids = array(select n.id from unnest(p.radar_ids) n (id) where n.id <> all ($2::bigint[]))
    from touched t
    where p.organization_id = $1 and p.number = t.number
      and ((p.status <> 'ACTIVE' and p.hidden_at is null) or p.is_imported or not p.radar_ids <@ $2::bigint[])
  )
  select max(part.number) as last, count(*)::integer as count from part`;

/** Where to go on, or null at the end. */
export async function unlinkPart(
  tx: Transaction,
  { organizationId, ids }: { organizationId: number; ids: readonly string[] },
  { after, limit }: { after: string; limit: number },
): Promise<string | null> {
  const values = [organizationId, textArray(ids), after, limit];
  const [row] = await tx.prepared<PartEnd>('unlink_part', UNLINK_SQL, values);
  return nextAfter(row, limit);
}
