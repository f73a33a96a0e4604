// What the sender takes up, and what it writes of it. Under a role of its own that looks across organizations.
import type { PreparedStatement, Transaction } from '../../platform/db/database.ts';
import type { WatchedDocument } from './payload.ts';

/** Longer than a try can take; a sender that was killed is followed after it. */
const LEASE_SECONDS = 30;

export type ClaimWish = {
  /** Those that fail or are slow, or the others. */
  ofTroubled: boolean;
  /** Known to this process as slow or failing, whatever the database says. */
  troubledIds: readonly string[];
  /** Room of the endpoints that something is under way to; all others have `roomOfOthers`. */
  rooms: ReadonlyMap<string, number>;
  roomOfOthers: number;
  atMost: number;
};

export type Claimed = {
  organization_id: string;
  id: string;
  endpoint_id: string;
  attempt: number;
  tries: number;
  event_number: string | null;
  event_type: string;
  event_at: Date;
  data: string;
  url: string;
  include_documents: boolean;
  is_failing: boolean;
  wrapped_secret: Buffer;
  wrapped_previous_secret: Buffer | null;
};

/** What was due first goes first, but of no endpoint more than it has room for. */
const CLAIM_SQL = `
  with rooms as materialized (
    select w.id, coalesce(k.room, $5) as room
    from webhook_endpoints w
    left join unnest($3::bigint[], $4::integer[]) as k (endpoint_id, room) on k.endpoint_id = w.id
    where w.status = 'ENABLED' and w.removed_at is null
      and (w.failing_since is not null or w.id = any ($2::bigint[])) = $1
  ), picked as materialized (
    select d.id, d.organization_id
    from rooms r cross join lateral (
      select p.id, p.organization_id, p.due_at from webhook_deliveries p
      where p.endpoint_id = r.id and p.status = 'PENDING' and p.due_at <= clock_now()
      order by p.due_at limit r.room
      for update skip locked
    ) d
    order by d.due_at limit $6
  ), claimed as (
    update webhook_deliveries d
    set attempt = d.attempt + 1, due_at = clock_now() + make_interval(secs => $7)
    from picked p where d.id = p.id and d.organization_id = p.organization_id
    returning d.*
  )
  select c.organization_id::text as organization_id, c.id::text as id, c.endpoint_id::text as endpoint_id, c.attempt,
    c.tries, c.event_number::text as event_number, c.event_type, c.event_at,
    coalesce(e.data::text, format('{"webhookId":%s}', c.endpoint_id)) as data,
    w.url, w.include_documents, w.failing_since is not null as is_failing, w.wrapped_secret,
    case when w.previous_secret_ends_at > clock_now() then w.wrapped_previous_secret end as wrapped_previous_secret
  from claimed c
  join webhook_endpoints w on w.id = c.endpoint_id and w.organization_id = c.organization_id
  left join events e on e.organization_id = c.organization_id and e.number = c.event_number
  order by c.id`;

/** To be sent by itself, in one round trip. */
export function claimStatement(wish: ClaimWish): PreparedStatement {
  const values = [
    wish.ofTroubled,
    wish.troubledIds,
    [...wish.rooms.keys()],
    [...wish.rooms.values()],
    wish.roomOfOthers,
    wish.atMost,
    LEASE_SECONDS,
  ];
  return { name: 'claim_deliveries', sql: CLAIM_SQL, values };
}

export type NamedRadar = { organizationId: string; radarId: number };
export type FoundDocument = WatchedDocument & { organizationId: string };

export async function listDocuments(
  tx: Transaction,
  radars: readonly NamedRadar[],
): Promise<FoundDocument[]> {
  const rows = await tx.query<{ organization_id: string; id: string; type: string; document: string }>(
    `select distinct r.organization_id::text as organization_id, r.id::text as id, r.type, r.document
     from unnest($1::bigint[], $2::bigint[]) as k (organization_id, id)
     join radars r on r.id = k.id and r.organization_id = k.organization_id`,
    [radars.map(({ organizationId }) => organizationId), radars.map(({ radarId }) => radarId)],
  );
  return rows.map(({ organization_id, id, type, document }) => ({
    organizationId: organization_id,
    radarId: Number(id),
    type,
    document,
  }));
}

export type Held = { organizationId: string; id: string; attempt: number };
export type Settled = Held & {
  status: string;
  delayMs: number;
  /** JSON text of what the log of deliveries shows. */
  entry: string;
};

/** Older tries are forgotten. */
const MOST_REMEMBERED = 30;

const heldColumns = (held: readonly Held[]): unknown[] => [
  held.map(({ organizationId }) => organizationId),
  held.map(({ id }) => id),
  held.map(({ attempt }) => attempt),
];

/** The ids of those that were still held by the attempt that is named. */
export async function settleDeliveries(tx: Transaction, settled: readonly Settled[]): Promise<Set<string>> {
  const rows = await tx.prepared<{ id: string }>(
    'settle_deliveries',
    `update webhook_deliveries d
     set status = k.status, due_at = clock_now() + k.delay_ms * interval '1 millisecond', tries = d.tries + 1,
       history = (case when jsonb_array_length(d.history) >= $7 then d.history - 0 else d.history end) || k.entry::jsonb
     from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[], $5::bigint[], $6::text[])
       as k (organization_id, id, attempt, status, delay_ms, entry)
     where d.id = k.id and d.organization_id = k.organization_id and d.attempt = k.attempt and d.status = 'PENDING'
     returning d.id::text as id`,
    [
      ...heldColumns(settled),
      settled.map(({ status }) => status),
      settled.map(({ delayMs }) => delayMs),
      settled.map(({ entry }) => entry),
      MOST_REMEMBERED,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Hands back what was taken up and not tried to the end: nothing is counted, and the next sender takes it at once. */
export async function releaseDeliveries(tx: Transaction, held: readonly Held[]): Promise<void> {
  await tx.query(
    `update webhook_deliveries d set due_at = clock_now()
     from unnest($1::bigint[], $2::bigint[], $3::integer[]) as k (organization_id, id, attempt)
     where d.id = k.id and d.organization_id = k.organization_id and d.attempt = k.attempt and d.status = 'PENDING'`,
    heldColumns(held),
  );
}
