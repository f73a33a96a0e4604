// Deliveries as their organization sees them: the log, tests, and what is to be sent once more.
import type { Transaction } from '../../platform/db/database.ts';
import { IS_NO_PROGRESS } from '../../platform/effects/progress-events.ts';
import type { EndpointKey } from './store.ts';

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED';
export type HistoryEntry = {
  at: string;
  url: string;
  status?: number;
  fault?: string;
  durationMs: number;
};
export type DeliveryRow = {
  id: string;
  event_number: string | null;
  event_type: string;
  event_at: Date;
  data: Record<string, unknown>;
  status: DeliveryStatus;
  due_at: Date;
  tries: number;
  history: HistoryEntry[];
  queued_at: Date;
};

export type DeliveryPage = { after: number; limit: number; status: DeliveryStatus | null };

const DELIVERIES = `
  select d.id::text as id, d.event_number::text as event_number, d.event_type, d.event_at,
    coalesce(e.data, jsonb_build_object('webhookId', d.endpoint_id)) as data, d.status, d.due_at, d.tries, d.history,
    d.queued_at
  from webhook_deliveries d
  left join events e on e.organization_id = d.organization_id and e.number = d.event_number
  where d.endpoint_id = $2 and d.organization_id = $1 and ($5::text is null or d.status = $5)`;

export function listDeliveries(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  { after, limit, status }: DeliveryPage,
): Promise<DeliveryRow[]> {
  return tx.query<DeliveryRow>(`${DELIVERIES} and d.id > $3 order by d.id limit $4`, [
    organizationId,
    endpointId,
    after,
    limit,
    status,
  ]);
}

/** From the newest when `after` is 0. */
export function listNewestDeliveries(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  { after, limit, status }: DeliveryPage,
): Promise<DeliveryRow[]> {
  const before = after === 0 ? Number.MAX_SAFE_INTEGER : after;
  return tx.query<DeliveryRow>(`${DELIVERIES} and d.id < $3 order by d.id desc limit $4`, [
    organizationId,
    endpointId,
    before,
    limit,
    status,
  ]);
}

export async function addTest(tx: Transaction, { organizationId, endpointId }: EndpointKey): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into webhook_deliveries (organization_id, endpoint_id, event_type)
     values ($1, $2, 'webhook.test') returning id::text as id`,
    [organizationId, endpointId],
  );
  if (row === undefined) {
    throw new Error('A test was not stored');
  }
  return row.id;
}

/** One event, whatever the filter says and whether or not it was sent before. False: there is none that could be sent. */
export async function replayEvent(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  eventId: number,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into webhook_deliveries as d (organization_id, endpoint_id, event_number, event_type, event_at)
     select e.organization_id, $2, e.number, e.type, e.created_at
     from events e where e.organization_id = $1 and e.number = $3 and e.${IS_NO_PROGRESS}
     on conflict (endpoint_id, event_number, organization_id) where event_number is not null
     do update set status = 'PENDING', tries = 0, attempt = d.attempt + 1, due_at = clock_now(), queued_at = clock_now()
     returning d.id`,
    [organizationId, endpointId, eventId],
  );
  return rows.length > 0;
}

export type ReplayRange = { from: string; to: string; after: number; status: DeliveryStatus | null };
export type Replay = { eventId: number } | ReplayRange;

/** The numbers of the events that are sent once more, rising. What still waits is left to its time. */
export async function replayRange(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  { from, to, after, status, atMost }: ReplayRange & { atMost: number },
): Promise<number[]> {
  const rows = await tx.query<{ number: string }>(
    `update webhook_deliveries d
     set status = 'PENDING', tries = 0, attempt = d.attempt + 1, due_at = clock_now(), queued_at = clock_now()
     from (
       select p.id, p.organization_id, p.event_number from webhook_deliveries p
       where p.endpoint_id = $2 and p.organization_id = $1 and p.event_at >= $3 and p.event_at < $4
         and p.event_number > $5 and p.status <> 'PENDING' and ($6::text is null or p.status = $6)
       order by p.event_number limit $7
     ) p
     where d.id = p.id and d.organization_id = p.organization_id
     returning p.event_number::text as number`,
    [organizationId, endpointId, from, to, after, status, atMost],
  );
  return rows.map(({ number }) => Number(number)).toSorted((one, other) => one - other);
}
