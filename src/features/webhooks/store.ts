// Endpoints as their organization manages them.
import type { Transaction } from '../../platform/db/database.ts';

export type EndpointRow = {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  include_documents: boolean;
  status: 'ENABLED' | 'DISABLED';
  disabled_reason: 'REQUESTED' | 'GONE' | 'FAILING' | null;
  disabled_at: Date | null;
  /** Null unless two secrets sign. */
  previous_secret_ends_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `w.id::text as id, w.url, w.description, w.event_types, w.include_documents, w.status, w.disabled_reason,
  w.disabled_at, case when w.previous_secret_ends_at > clock_now() then w.previous_secret_ends_at end
    as previous_secret_ends_at, w.failing_since, w.created_at, w.updated_at`;

export type EndpointFields = {
  url: string;
  description: string;
  eventTypes: readonly string[];
  includeDocuments: boolean;
};

/**
 * Held until the endpoint is committed: the sender then cannot pass by an event that the endpoint is to have. Returns the
 * number of the last event that was there before.
 */
export async function holdCursor(tx: Transaction, organizationId: number): Promise<string> {
  await tx.query(
    `insert into webhook_cursors as c (organization_id, event_number)
     select $1, coalesce((select h.event_number from sequence_heads h where h.organization_id = $1), 0)
     on conflict (organization_id) do update set event_number = c.event_number`,
    [organizationId],
  );
  const [row] = await tx.query<{ number: string }>(
    `select greatest(c.event_number, h.event_number)::text as number
     from webhook_cursors c left join sequence_heads h on h.organization_id = c.organization_id
     where c.organization_id = $1`,
    [organizationId],
  );
  return row?.number ?? '0';
}

export async function countEndpoints(tx: Transaction, organizationId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from webhook_endpoints w
     where w.organization_id = $1 and w.removed_at is null`,
    [organizationId],
  );
  return row?.count ?? 0;
}

/** Without a secret: one is sealed for the id that the row gets here, and set before the commit. */
export async function addEndpoint(
  tx: Transaction,
  endpoint: EndpointFields & { organizationId: number; afterNumber: string },
): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(
    `insert into webhook_endpoints as w
       (organization_id, url, description, event_types, include_documents, after_number, wrapped_secret)
     values ($1, $2, $3, $4, $5, $6, '')
     returning ${COLUMNS}`,
    [
      endpoint.organizationId,
      endpoint.url,
      endpoint.description,
      endpoint.eventTypes,
      endpoint.includeDocuments,
      endpoint.afterNumber,
    ],
  );
  if (row === undefined) {
    throw new Error('A webhook was not stored');
  }
  return row;
}

export type EndpointKey = { organizationId: number; endpointId: number };

/** The one before it signs on for so long; one before that is gone. */
export async function setSecret(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  secret: { wrapped: Buffer; keepPreviousSeconds: number },
): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints w
     set wrapped_secret = $3, updated_at = clock_now(),
       wrapped_previous_secret = case when $4 > 0 then w.wrapped_secret end,
       previous_secret_ends_at = case when $4 > 0 then clock_now() + make_interval(secs => $4) end
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null
     returning ${COLUMNS}`,
    [organizationId, endpointId, secret.wrapped, secret.keepPreviousSeconds],
  );
  return row ?? null;
}

export function listEndpoints(tx: Transaction, organizationId: number): Promise<EndpointRow[]> {
  return tx.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints w
     where w.organization_id = $1 and w.removed_at is null order by w.id`,
    [organizationId],
  );
}

export async function findEndpoint(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(
    `select ${COLUMNS} from webhook_endpoints w
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null`,
    [organizationId, endpointId],
  );
  return row ?? null;
}

/** What is left out stays as it is. */
export async function changeEndpoint(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
  { url, description, eventTypes, includeDocuments }: Partial<EndpointFields>,
): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints w
     set url = coalesce($3, w.url), description = coalesce($4, w.description),
       event_types = coalesce($5, w.event_types), include_documents = coalesce($6, w.include_documents),
       updated_at = clock_now()
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null
     returning ${COLUMNS}`,
    [
      organizationId,
      endpointId,
      url ?? null,
      description ?? null,
      eventTypes ?? null,
      includeDocuments ?? null,
    ],
  );
  return row ?? null;
}

/** What waited is due at once, and failures of before count no more. */
export async function enableEndpoint(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints w
     set status = 'ENABLED', disabled_reason = null, disabled_at = null, failing_since = null, updated_at = clock_now()
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null
     returning ${COLUMNS}`,
    [organizationId, endpointId],
  );
  await tx.query(
    `update webhook_deliveries d set due_at = clock_now()
     where d.endpoint_id = $2 and d.organization_id = $1 and d.status = 'PENDING' and d.due_at > clock_now()`,
    [organizationId, endpointId],
  );
  return row ?? null;
}

export async function disableEndpoint(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints w
     set status = 'DISABLED', disabled_reason = coalesce(w.disabled_reason, 'REQUESTED'),
       disabled_at = coalesce(w.disabled_at, clock_now()), updated_at = clock_now()
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null
     returning ${COLUMNS}`,
    [organizationId, endpointId],
  );
  return row ?? null;
}

/** Its secrets go at once; its row and its deliveries are cleared away by the worker. */
export async function removeEndpoint(
  tx: Transaction,
  { organizationId, endpointId }: EndpointKey,
): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoints w
     set removed_at = clock_now(), wrapped_secret = '', wrapped_previous_secret = null, previous_secret_ends_at = null
     where w.id = $2 and w.organization_id = $1 and w.removed_at is null
     returning w.id`,
    [organizationId, endpointId],
  );
  return rows.length > 0;
}
