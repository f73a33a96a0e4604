// Two frozen lists side by side. Only the newer one is walked: what is in the older one alone may have become hidden, so it is
// neither named nor counted.
import type { Transaction } from '../../platform/db/database.ts';
import { bitOf } from '../analysis/index.ts';

const RISK = bitOf('IS_ACTIVE_WITH_RISK') | bitOf('IS_INACTIVE_WITH_RISK');
const SIDE = bitOf('ISDEFENDANT') | bitOf('ISAUTHOR');

export type ComparedLists = {
  readonly organizationId: number;
  readonly before: { readonly analysisId: number; readonly run: number };
  readonly after: { readonly analysisId: number; readonly run: number };
};

export type ChangedRow = {
  number: string;
  class_code: number | null;
  keys: number;
  is_active: boolean;
  value: string | null;
  /** Null when the case is new. */
  old_keys: number | null;
  was_active: boolean | null;
  old_value: string | null;
};

/**
 * To be called before the two below, for the rest of the transaction. Lists that were frozen a moment ago are not counted yet:
 * the planner takes them for short and would walk all of one for every case of the other.
 */
export async function joinInOrder(tx: Transaction): Promise<void> {
  await tx.query('set local enable_nestloop = off');
}

const BOTH_LISTS = `
  from analysis_cases n
  left join analysis_cases o
    on o.organization_id = $1 and o.analysis_id = $4 and o.run = $5 and o.number = n.number
  where n.organization_id = $1 and n.analysis_id = $2 and n.run = $3`;

const CHANGED_SQL = `
  select n.number, n.class_code, n.keys, n.is_active, n.value::text as value, o.keys as old_keys,
    o.is_active as was_active, o.value::text as old_value
  ${BOTH_LISTS} and n.number > $6
    and (o.number is null or n.is_active <> o.is_active or n.value is distinct from o.value
      or ((n.keys & ${RISK}) <> 0) <> ((o.keys & ${RISK}) <> 0) or (n.keys & ${SIDE}) <> (o.keys & ${SIDE}))
  order by n.number limit $7`;

const valuesOf = ({ organizationId, before, after }: ComparedLists): unknown[] => [
  organizationId,
  after.analysisId,
  after.run,
  before.analysisId,
  before.run,
];

export function listChangedCases(
  tx: Transaction,
  lists: ComparedLists,
  { after, limit }: { after: string; limit: number },
): Promise<ChangedRow[]> {
  return tx.prepared('changed_cases', CHANGED_SQL, [...valuesOf(lists), after, limit]);
}

const COUNTS_SQL = `
  with compared as (
    select n.value, n.is_active, (n.keys & ${RISK}) <> 0 as has_risk, n.keys & ${SIDE} as side,
      o.number is not null as is_known, o.is_active as was_active, (o.keys & ${RISK}) <> 0 as had_risk,
      o.keys & ${SIDE} as old_side, o.value as old_value
    ${BOTH_LISTS}
  )
  select count(*) filter (where not is_known)::integer as appeared,
    count(*) filter (where is_known and was_active and not is_active)::integer as closed,
    count(*) filter (where is_known and not was_active and is_active)::integer as reopened,
    count(*) filter (where is_known and side <> old_side)::integer as side_changed,
    count(*) filter (where is_known and value is distinct from old_value)::integer as value_changed,
    count(*) filter (where not is_known and has_risk)::integer as appeared_with_risk,
    coalesce(sum(value) filter (where not is_known and has_risk), 0)::numeric(20, 2)::text as appeared_with_risk_value,
    count(*) filter (where is_known and has_risk and not had_risk)::integer as risk_began,
    coalesce(sum(value) filter (where is_known and has_risk and not had_risk), 0)::numeric(20, 2)::text
      as risk_began_value,
    count(*) filter (where is_known and had_risk and not has_risk)::integer as risk_ended,
    coalesce(sum(old_value) filter (where is_known and had_risk and not has_risk), 0)::numeric(20, 2)::text
      as risk_ended_value
  from compared`;

export type ChangedCounts = {
  appeared: number;
  closed: number;
  reopened: number;
  side_changed: number;
  value_changed: number;
  appeared_with_risk: number;
  appeared_with_risk_value: string;
  risk_began: number;
  risk_began_value: string;
  risk_ended: number;
  risk_ended_value: string;
};

export async function countChangedCases(tx: Transaction, lists: ComparedLists): Promise<ChangedCounts> {
  const [row] = await tx.prepared<ChangedCounts>('count_changed_cases', COUNTS_SQL, valuesOf(lists));
  if (row === undefined) throw new Error('counts have one row');
  return row;
}
