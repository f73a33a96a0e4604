// Units are charged and given back inside the transaction of the thing they are charged for. Every movement is a line of
// the ledger; what a subscription has consumed is the sum of its lines, and is never more than it was granted.
import { FarolError } from '../../errors.ts';
import { numberArray, textArray } from '../db/array-text.ts';
import type { Transaction } from '../db/database.ts';

export type Charge = {
  readonly organizationId: number;
  readonly units: number;
  /** What it is for: an id of ours, never a document. */
  readonly subject: string;
  /** The plans it may be charged to, best first; the first with enough units left takes it. */
  readonly planIds: readonly number[];
};
export type Charged = { readonly planId: number };
export type ChargeOutcome = Charged | { readonly error: FarolError };

type SubscriptionRow = { organization_id: string; plan_id: string; available: string };

/** The code of the failure when units were charged at once and somebody has not enough of them. */
export const NOT_ENOUGH = 'FA001';

/** The rows are locked in the order of their keys, so that two processes that charge at once never wait for each other. */
const LOCK_SQL = `
  select s.organization_id::text, s.plan_id::text, (s.granted - s.consumed)::text as available
  from subscriptions s
  where s.organization_id = any ($1::bigint[]) and s.ended_at is null
  order by s.organization_id, s.plan_id
  for no key update`;

const CONSUME_SQL = `
  with lines as (
    insert into ledger_entries (organization_id, plan_id, kind, units, subject)
    select organization_id, plan_id, 'charge', units, subject
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as l (organization_id, plan_id, units, subject)
    returning organization_id, plan_id, units
  )
  update subscriptions s
  set consumed = s.consumed + used.units, updated_at = clock_now()
  from (select organization_id, plan_id, sum(units) as units from lines group by organization_id, plan_id) used
  where s.organization_id = used.organization_id and s.plan_id = used.plan_id`;

/**
 * Counts on every subscription having enough units left, and fails the transaction where one has not. The rows are locked
 * in the order of their keys here too.
 */
const CHARGE_AT_ONCE_SQL = `
  with wanted as (
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
      as w (organization_id, plan_id, units, subject)
  ), sums as (
    select w.organization_id, w.plan_id, sum(w.units) as units from wanted w group by w.organization_id, w.plan_id
  ), held as (
    select s.organization_id, s.plan_id
    from subscriptions s
    where (s.organization_id, s.plan_id) in (select organization_id, plan_id from sums) and s.ended_at is null
    order by s.organization_id, s.plan_id
    for no key update
  ), taken as (
    update subscriptions s
    set consumed = s.consumed + sums.units, updated_at = clock_now()
    from sums join held using (organization_id, plan_id)
    where s.organization_id = sums.organization_id and s.plan_id = sums.plan_id
      and s.granted - s.consumed >= sums.units
    returning s.organization_id, s.plan_id
  ), lines as (
    insert into ledger_entries (organization_id, plan_id, kind, units, subject)
    select w.organization_id, w.plan_id, 'charge', w.units, w.subject
    from wanted w join taken using (organization_id, plan_id)
    returning plan_id
  )
  select insist((select count(*) from lines) = cardinality($1::bigint[]), '${NOT_ENOUGH}')`;

const REFUND_SQL = `
  with asked as (
    select * from unnest($1::bigint[], $2::text[]) as a (organization_id, subject)
  ), lines as (
    insert into ledger_entries (organization_id, plan_id, kind, units, subject, refunded_entry_id)
    select c.organization_id, c.plan_id, 'refund', c.units, c.subject, c.id
    from asked a
    join ledger_entries c on c.organization_id = a.organization_id and c.subject = a.subject and c.kind = 'charge'
    on conflict (organization_id, refunded_entry_id) where refunded_entry_id is not null do nothing
    returning organization_id, plan_id, units
  ), given_back as (
    update subscriptions s
    set consumed = s.consumed - back.units, updated_at = clock_now()
    from (select organization_id, plan_id, sum(units) as units from lines group by organization_id, plan_id) back
    where s.organization_id = back.organization_id and s.plan_id = back.plan_id
    returning s.plan_id
  )
  select (select count(*) from lines)::integer as lines, (select count(*) from given_back)::integer as subscriptions`;

function keyOf(organizationId: number, planId: number): string {
  return `${organizationId} ${planId}`;
}

/** Charges in the order given; a charge that finds no units left gets the error and takes nothing from its mates. */
export async function chargeUnits(tx: Transaction, charges: readonly Charge[]): Promise<ChargeOutcome[]> {
  if (charges.length === 0) {
    return [];
  }
  const organizationIds = [...new Set(charges.map(({ organizationId }) => organizationId))];
  const rows = await tx.prepared<SubscriptionRow>('lock_subscriptions', LOCK_SQL, [organizationIds]);
  const available = new Map(
    rows.map((row) => [keyOf(Number(row.organization_id), Number(row.plan_id)), Number(row.available)]),
  );
  const outcomes = charges.map(({ organizationId, planIds, units }): ChargeOutcome => {
    const planId = planIds.find(
      (candidate) => (available.get(keyOf(organizationId, candidate)) ?? 0) >= units,
    );
    if (planId === undefined) {
      return { error: new FarolError('BALANCE_EXHAUSTED') };
    }
    const key = keyOf(organizationId, planId);
    available.set(key, (available.get(key) ?? 0) - units);
    return { planId };
  });
  consume(tx, charges, outcomes);
  return outcomes;
}

function consume(tx: Transaction, charges: readonly Charge[], outcomes: readonly ChargeOutcome[]): void {
  const taken = charges.flatMap((charge, index) => {
    const outcome = outcomes[index];
    return outcome === undefined || 'error' in outcome ? [] : [{ ...charge, planId: outcome.planId }];
  });
  if (taken.length > 0) {
    tx.send('consume_units', CONSUME_SQL, columnsOf(taken));
  }
}

function columnsOf(charges: readonly (Charge & Charged)[]): unknown[] {
  return [
    numberArray(charges.map(({ organizationId }) => organizationId)),
    numberArray(charges.map(({ planId }) => planId)),
    numberArray(charges.map(({ units }) => units)),
    textArray(charges.map(({ subject }) => subject)),
  ];
}

/**
 * Charges the best plan of each without looking first, so that nobody waits for the answer. Null, and nothing is sent,
 * where somebody has no plan at all; where units are short the transaction fails with `NOT_ENOUGH`.
 */
export function chargeAtOnce(tx: Transaction, charges: readonly Charge[]): Charged[] | null {
  const taken = charges.flatMap((charge) => {
    const [planId] = charge.planIds;
    return planId === undefined ? [] : [{ ...charge, planId }];
  });
  if (taken.length < charges.length) {
    return null;
  }
  if (taken.length > 0) {
    tx.send('charge_at_once', CHARGE_AT_ONCE_SQL, columnsOf(taken));
  }
  return taken;
}

/** Gives back what was charged for the subjects; what was given back already is not given back again. */
export async function refundUnits(
  tx: Transaction,
  refunds: readonly { organizationId: number; subject: string }[],
): Promise<number> {
  const [row] = await tx.prepared<{ lines: number }>('refund_units', REFUND_SQL, [
    refunds.map(({ organizationId }) => organizationId),
    refunds.map(({ subject }) => subject),
  ]);
  return row?.lines ?? 0;
}

export type LedgerFault = { organization_id: string; plan_id: string };

/** Subscriptions whose figures are not the sum of their lines; there are none unless somebody changed them by hand. */
export function findLedgerFaults(tx: Transaction): Promise<LedgerFault[]> {
  return tx.query<LedgerFault>(
    `select s.organization_id::text, s.plan_id::text
     from subscriptions s
     left join ledger_entries l on l.organization_id = s.organization_id and l.plan_id = s.plan_id
     group by s.organization_id, s.plan_id, s.granted, s.consumed
     having s.granted <> coalesce(sum(l.units) filter (where l.kind = 'grant'), 0)
       or s.consumed <> coalesce(sum(l.units) filter (where l.kind = 'charge'), 0)
         - coalesce(sum(l.units) filter (where l.kind = 'refund'), 0)
     order by s.organization_id, s.plan_id`,
  );
}
