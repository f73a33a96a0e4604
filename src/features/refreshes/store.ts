// What is due, and the refresh columns of radars and processes. Every write of a worker names the attempt it belongs to.
import type { Transaction } from '../../platform/db/database.ts';
import type { RefreshedKind, RefreshResult } from './jobs.ts';

/** From one organization to the next by the index, however many rows each of them has, and then its earliest row alone. */
const DUE_ORGANIZATIONS: Record<RefreshedKind, string> = {
  radar: `with recursive o as (
      (select r.organization_id as id from radars r
       where r.removed_at is null and r.paused_at is null and r.refresh_due_at is not null
       order by r.organization_id limit 1)
      union all
      select (
        select r.organization_id from radars r
        where r.organization_id > o.id and r.removed_at is null and r.paused_at is null
          and r.refresh_due_at is not null
        order by r.organization_id limit 1
      ) from o where o.id is not null
    )
    select o.id::text from o where exists (
      select from radars r
      where r.organization_id = o.id and r.removed_at is null and r.paused_at is null
        and r.refresh_due_at <= clock_now()
    )`,
  process: `with recursive o as (
      (select p.organization_id as id from processes p
       where p.status = 'ACTIVE' and p.refresh_due_at is not null
       order by p.organization_id limit 1)
      union all
      select (
        select p.organization_id from processes p
        where p.organization_id > o.id and p.status = 'ACTIVE' and p.refresh_due_at is not null
        order by p.organization_id limit 1
      ) from o where o.id is not null
    )
    select o.id::text from o where exists (
      select from processes p
      where p.organization_id = o.id and p.status = 'ACTIVE' and p.refresh_due_at <= clock_now()
    )`,
};

/** Organizations for which something is due. */
export async function listDueOrganizations(
  tx: Transaction,
  kinds: ReadonlySet<RefreshedKind>,
): Promise<number[]> {
  const ids = new Set<number>();
  for (const kind of kinds) {
    const rows = await tx.query<{ id: string }>(DUE_ORGANIZATIONS[kind]);
    rows.forEach(({ id }) => ids.add(Number(id)));
  }
  return [...ids];
}

const DUE_RADARS = `select r.id::text as key, r.refresh_due_at from radars r
  where r.organization_id = $1 and r.removed_at is null and r.paused_at is null and r.refresh_due_at < $2
  order by r.refresh_due_at limit $3`;
const DUE_PROCESSES = `select p.number as key, p.refresh_due_at from processes p
  where p.organization_id = $1 and p.status = 'ACTIVE' and p.refresh_due_at < $2
  order by p.refresh_due_at limit $3`;

const DUE: Record<RefreshedKind, string> = { radar: DUE_RADARS, process: DUE_PROCESSES };
const COUNT_DUE: Record<RefreshedKind, string> = {
  radar: `select count(*)::int as count from (${DUE_RADARS}) due`,
  process: `select count(*)::int as count from (${DUE_PROCESSES}) due`,
};

export type DueRange = { readonly organizationId: number; readonly before: Date; readonly limit: number };

/** No more than the limit is looked at, however much is due. */
export async function countDue(
  tx: Transaction,
  kind: RefreshedKind,
  { organizationId, before, limit }: DueRange,
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(COUNT_DUE[kind], [organizationId, before, limit]);
  return row?.count ?? 0;
}

export type DueKey = { readonly kind: RefreshedKind; readonly key: string; readonly dueAt: Date };

/** The oldest first. */
export async function listDue(tx: Transaction, kind: RefreshedKind, range: DueRange): Promise<DueKey[]> {
  const rows = await tx.query<{ key: string; refresh_due_at: Date }>(DUE[kind], [
    range.organizationId,
    range.before,
    range.limit,
  ]);
  return rows.map(({ key, refresh_due_at: dueAt }) => ({ kind, key, dueAt }));
}

export type TakenKey = { readonly key: string; readonly dueAgain: Date };

const TAKE: Record<RefreshedKind, string> = {
  radar: `update radars r set refresh_due_at = t.due_again
    from unnest($2::bigint[], $3::timestamptz[]) as t (id, due_again)
    where r.organization_id = $1 and r.id = t.id and r.removed_at is null and r.paused_at is null
    returning r.id::text as key`,
  process: `update processes p set refresh_due_at = t.due_again
    from unnest($2::text[], $3::timestamptz[]) as t (number, due_again)
    where p.organization_id = $1 and p.number = t.number and p.status = 'ACTIVE'
    returning p.number as key`,
};

/** Those that are still to be refreshed. */
export async function takeDue(
  tx: Transaction,
  { kind, organizationId }: { kind: RefreshedKind; organizationId: number },
  taken: readonly TakenKey[],
): Promise<string[]> {
  if (taken.length === 0) {
    return [];
  }
  const values = [organizationId, taken.map(({ key }) => key), taken.map(({ dueAgain }) => dueAgain)];
  return (await tx.query<{ key: string }>(TAKE[kind], values)).map(({ key }) => key);
}

export type ClaimedRadar = {
  document: string;
  type: 'CPF' | 'CNPJ';
  attempt: number;
  wrapped_ticket: Buffer | null;
  /** When this refresh was first taken up; null for the first time. */
  asked_since: Date | null;
  age_seconds: number;
};

/**
 * What goes on when the next run begins is gone on with, so that its search is not paid for again. Longer than this no search
 * goes on: it was left behind, as by a radar that was paused meanwhile, and is begun anew.
 */
const GOES_ON = `refresh_began_at > clock_now() - interval '12 hours'`;

const CLAIM_RADAR_SQL = `
  update radars r
  set refresh_attempt = r.refresh_attempt + 1,
    refresh_began_at = case when r.${GOES_ON} then r.refresh_began_at else clock_now() end,
    wrapped_refresh_ticket = case when r.${GOES_ON} then r.wrapped_refresh_ticket end
  where r.organization_id = $1 and r.id = $2 and r.removed_at is null and r.paused_at is null
  returning r.document, r.type, r.refresh_attempt as attempt, r.wrapped_refresh_ticket as wrapped_ticket,
    case when old.${GOES_ON} then old.refresh_began_at end as asked_since,
    extract(epoch from clock_now() - new.refresh_began_at)::double precision as age_seconds`;

/** Null when it was paused or removed since. */
export async function claimRadar(
  tx: Transaction,
  organizationId: number,
  radarId: number,
): Promise<ClaimedRadar | null> {
  const values = [organizationId, radarId];
  const [row] = await tx.prepared<ClaimedRadar>('claim_radar_refresh', CLAIM_RADAR_SQL, values);
  return row ?? null;
}

export type ClaimedProcess = { attempt: number; age_seconds: number };

const CLAIM_PROCESS_SQL = `
  update processes p
  set attempt = p.attempt + 1,
    refresh_began_at = case when p.${GOES_ON} then p.refresh_began_at else clock_now() end
  where p.organization_id = $1 and p.number = $2 and p.status = 'ACTIVE'
  returning p.attempt, extract(epoch from clock_now() - new.refresh_began_at)::double precision as age_seconds`;

/** Null when it was inactivated since. */
export async function claimProcess(
  tx: Transaction,
  organizationId: number,
  number: string,
): Promise<ClaimedProcess | null> {
  const values = [organizationId, number];
  const [row] = await tx.prepared<ClaimedProcess>('claim_process_refresh', CLAIM_PROCESS_SQL, values);
  return row ?? null;
}

/** Which row, and the attempt that was given with its claim. */
export type HeldRadar = {
  readonly organizationId: number;
  readonly radarId: number;
  readonly attempt: number;
};
export type HeldProcess = {
  readonly organizationId: number;
  readonly number: string;
  readonly attempt: number;
};

export async function keepTicket(tx: Transaction, held: HeldRadar, sealedTicket: Buffer): Promise<number> {
  const rows = await tx.query(
    `update radars set wrapped_refresh_ticket = $4
     where organization_id = $1 and id = $2 and refresh_attempt = $3 returning id`,
    [held.organizationId, held.radarId, held.attempt, sealedTicket],
  );
  return rows.length;
}

/**
 * A worker that died after its merge leaves the same facts to be merged again, which is no news: what was told of the radar
 * since the refresh began says so. Of a process it is the record itself.
 */
export async function settleRadar(tx: Transaction, held: HeldRadar, result: RefreshResult): Promise<number> {
  const rows = await tx.query(
    `update radars set refreshed_at = clock_now(), refresh_began_at = null, wrapped_refresh_ticket = null,
       refresh_result = case when $4 = 'unchanged' and last_event_at >= refresh_began_at then 'changed' else $4 end
     where organization_id = $1 and id = $2 and refresh_attempt = $3 returning id`,
    [held.organizationId, held.radarId, held.attempt, result],
  );
  return rows.length;
}

export async function settleProcess(
  tx: Transaction,
  held: HeldProcess,
  result: RefreshResult,
): Promise<number> {
  const rows = await tx.query(
    `update processes p set refreshed_at = clock_now(), refresh_began_at = null,
       refresh_result = case when $4 = 'unchanged' and exists (
         select from registry.case_records r where r.number = p.number and r.fetched_at >= p.refresh_began_at
       ) then 'changed' else $4 end
     where organization_id = $1 and number = $2 and attempt = $3 returning number`,
    [held.organizationId, held.number, held.attempt, result],
  );
  return rows.length;
}

const GIVE_UP: Record<RefreshedKind, string> = {
  radar: `update radars set refreshed_at = clock_now(), refresh_result = 'failed', refresh_began_at = null,
      wrapped_refresh_ticket = null
    where organization_id = $1 and id = $2::bigint returning id`,
  process: `update processes set refreshed_at = clock_now(), refresh_result = 'failed', refresh_began_at = null
    where organization_id = $1 and number = $2 returning number`,
};

export async function giveUpRefresh(
  tx: Transaction,
  kind: RefreshedKind,
  { organizationId, key }: { organizationId: number; key: string },
): Promise<void> {
  await tx.query(GIVE_UP[kind], [organizationId, key]);
}
