// Hands numbered events out to the endpoints of their organization. Under the sender's role.
import type { Transaction } from '../../platform/db/database.ts';
import { IS_NO_PROGRESS } from '../../platform/effects/progress-events.ts';

/** Bounds one transaction: so many organizations, each by so many events. */
const MOST_ORGANIZATIONS = 10;
const MOST_EVENTS = 100;

/**
 * A statement of its own: the next one then sees every endpoint that was committed before the cursor was taken, since
 * whoever adds one holds the cursor until then.
 */
export async function takeCursors(tx: Transaction): Promise<string[]> {
  const rows = await tx.prepared<{ organization_id: string }>(
    'take_webhook_cursors',
    `select c.organization_id::text as organization_id
     from webhook_cursors c join sequence_heads h on h.organization_id = c.organization_id
     where h.event_number > c.event_number
     order by c.organization_id limit $1
     for update of c skip locked`,
    [MOST_ORGANIZATIONS],
  );
  return rows.map(({ organization_id }) => organization_id);
}

const HAND_OUT_SQL = `
  with stretches as materialized (
    select c.organization_id, c.event_number as after, h.event_number as head,
      least(h.event_number, c.event_number + $2) as until
    from webhook_cursors c join sequence_heads h on h.organization_id = c.organization_id
    where c.organization_id = any ($1::bigint[])
  ), written as (
    insert into webhook_deliveries (organization_id, endpoint_id, event_number, event_type, event_at)
    select e.organization_id, w.id, e.number, e.type, e.created_at
    from stretches s
    join events e on e.organization_id = s.organization_id and e.number > s.after and e.number <= s.until
    join webhook_endpoints w on w.organization_id = s.organization_id
    where w.removed_at is null and e.number > w.after_number and e.${IS_NO_PROGRESS}
      and (w.event_types = '{}' or e.type = any (w.event_types))
    order by e.organization_id, e.number, w.id
    on conflict (endpoint_id, event_number, organization_id) where event_number is not null do nothing
    returning id
  ), moved as (
    update webhook_cursors c set event_number = s.until
    from stretches s where c.organization_id = s.organization_id
    returning s.until < s.head as has_more
  )
  select (select count(*) from written)::integer as written, (select bool_or(m.has_more) from moved m) as has_more`;

export type HandedOut = { written: number; hasMore: boolean };

export async function handOut(tx: Transaction, organizationIds: readonly string[]): Promise<HandedOut> {
  const [row] = await tx.prepared<{ written: number; has_more: boolean | null }>(
    'hand_out_events',
    HAND_OUT_SQL,
    [organizationIds, MOST_EVENTS],
  );
  return {
    written: row?.written ?? 0,
    hasMore: row?.has_more === true || organizationIds.length === MOST_ORGANIZATIONS,
  };
}
