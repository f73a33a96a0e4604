// How endpoints fare, as the sender sees it, and what is removed when it is past.
import type { Transaction } from '../../platform/db/database.ts';

/** A failure after so long without a try is a new beginning: sporadic failures never add up. */
const FORGET_DAYS = 2;
const DISABLE_DAYS = 5;
const KEPT_DAYS = 30;
/** Bounds one turn; there is another within a minute. */
const MOST_REMOVED = 5000;

/** In one order for all senders, so that none waits for another in a circle. */
export async function lockEndpoints(tx: Transaction, endpointIds: readonly string[]): Promise<void> {
  await tx.query(
    `select w.id from webhook_endpoints w where w.id = any ($1::bigint[]) order by w.id for no key update`,
    [endpointIds],
  );
}

/** Written once a minute at most: a thousand failures of an hour say no more than one. */
export async function noteFailures(tx: Transaction, endpointIds: readonly string[]): Promise<void> {
  await tx.query(
    `update webhook_endpoints w set failed_at = clock_now(), failing_since = case
       when w.failing_since is null or w.failed_at < clock_now() - make_interval(days => $2) then clock_now()
       else w.failing_since end
     where w.id = any ($1::bigint[])
       and (w.failing_since is null or w.failed_at < clock_now() - interval '1 minute')`,
    [endpointIds, FORGET_DAYS],
  );
}

export async function noteSuccesses(tx: Transaction, endpointIds: readonly string[]): Promise<void> {
  await tx.query(
    `update webhook_endpoints w set failing_since = null
     where w.id = any ($1::bigint[]) and w.failing_since is not null`,
    [endpointIds],
  );
}

export type DisabledEndpoint = { organization_id: string; id: string; disabled_reason: 'GONE' | 'FAILING' };

/** Those that said that they are gone, and those of the failing ones that have done nothing else for days. */
export function disableEndpoints(
  tx: Transaction,
  { failing, gone }: { failing: readonly string[]; gone: readonly string[] },
): Promise<DisabledEndpoint[]> {
  return tx.query<DisabledEndpoint>(
    `update webhook_endpoints w
     set status = 'DISABLED', disabled_at = clock_now(), updated_at = clock_now(),
       disabled_reason = case when w.id = any ($2::bigint[]) then 'GONE' else 'FAILING' end
     where w.status = 'ENABLED' and w.removed_at is null and (w.id = any ($2::bigint[])
       or (w.id = any ($1::bigint[]) and w.failing_since <= clock_now() - make_interval(days => $3)))
     returning w.organization_id::text as organization_id, w.id::text as id, w.disabled_reason`,
    [failing, gone, DISABLE_DAYS],
  );
}

/** Deliveries of a month ago, and whatever is left of endpoints that were removed. */
export async function removePastDeliveries(tx: Transaction): Promise<number> {
  const past = await tx.query(
    `delete from webhook_deliveries d where (d.id, d.organization_id) in (
       select p.id, p.organization_id from webhook_deliveries p
       where p.queued_at <= clock_now() - make_interval(days => $1) order by p.queued_at limit $2)
     returning d.id`,
    [KEPT_DAYS, MOST_REMOVED],
  );
  const orphaned = await tx.query(
    `delete from webhook_deliveries d where (d.id, d.organization_id) in (
       select p.id, p.organization_id from webhook_endpoints w
       join webhook_deliveries p on p.endpoint_id = w.id and p.organization_id = w.organization_id
       where w.removed_at is not null limit $1)
     returning d.id`,
    [MOST_REMOVED],
  );
  const endpoints = await tx.query(
    `delete from webhook_endpoints w
     where w.removed_at <= clock_now() - interval '1 hour' and not exists (
       select from webhook_deliveries d where d.endpoint_id = w.id and d.organization_id = w.organization_id)
     returning w.id`,
  );
  return past.length + orphaned.length + endpoints.length;
}
