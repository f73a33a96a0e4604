// The frozen list of an analysis, page by page and filtered.
import type { PreparedStatement, Transaction } from '../../platform/db/database.ts';
import { FROZEN_COLUMNS } from './case-store.ts';
import type { FrozenRow } from './case-store.ts';

export type CaseFilter = {
  /** Bits of case-keys.ts that a case must all have, and that it must not have. */
  readonly withKeys: number;
  readonly withoutKeys: number;
  readonly isActive: boolean | null;
  readonly hasRisk: boolean | null;
  /** Segment and court as they stand in the number; null for all. */
  readonly courts: readonly string[] | null;
  /** Decimal texts. */
  readonly minValue: string | null;
  readonly maxValue: string | null;
  /** Digits within the number; null for all. */
  readonly digits: string | null;
};

const FILTER = `c.organization_id = $1 and c.analysis_id = $2 and c.run = $3
  and (c.keys & $4) = $4 and (c.keys & $5) = 0 and ($6::boolean is null or c.is_active = $6)
  and ($7::boolean is null or (c.reasons is not null) = $7)
  and ($8::text[] is null or substr(c.number, 14, 3) = any ($8))
  and ($9::numeric is null or c.value >= $9) and ($10::numeric is null or c.value <= $10)
  and ($11::text is null or c.number like '%' || $11 || '%')`;

/** By number, or the highest first: those of which it is not known come last. */
export const CASE_ORDERS = ['NUMBER', 'VALUE', 'FILED', 'MOVED'] as const;
export type CaseOrder = (typeof CASE_ORDERS)[number];

const PAGE_SQL = `
  select ${FROZEN_COLUMNS}, t.name as class_name from (
    select c.* from analysis_cases c where ${FILTER} and c.number > $12 order by c.number limit $13
  ) c
  left join registry.tpu_items t on t.kind = 'class' and t.code = c.class_code
  order by c.number`;

const RANK = `case $14::text when 'VALUE' then coalesce(c.value, -1)
  when 'FILED' then coalesce(c.filed_on - date '0001-01-01', -1)
  else coalesce(c.moved_on - date '0001-01-01', -1) end`;

/** The row that was read last is looked up by its number, so that the cursor is the same in every order. */
const RANKED_SQL = `
  with last as materialized (
    select ${RANK} as rank from analysis_cases c
    where c.organization_id = $1 and c.analysis_id = $2 and c.run = $3 and c.number = $12
  )
  select ${FROZEN_COLUMNS}, t.name as class_name from (
    select c.*, ${RANK} as rank from analysis_cases c
    where ${FILTER} and ($12 = '' or ${RANK} < (select l.rank from last l)
      or (${RANK} = (select l.rank from last l) and c.number > $12))
    order by rank desc, c.number limit $13
  ) c
  left join registry.tpu_items t on t.kind = 'class' and t.code = c.class_code
  order by c.rank desc, c.number`;

const COUNT_SQL = `
  select count(*)::text as total, count(*) filter (where c.value is null)::text as without_value
  from analysis_cases c where ${FILTER}`;

export type ListName = { readonly organizationId: number; readonly analysisId: number; readonly run: number };
export type ListedCase = FrozenRow & { class_name: string | null };

function filterValues({ organizationId, analysisId, run }: ListName, filter: CaseFilter): unknown[] {
  const { withKeys, withoutKeys, isActive, hasRisk, courts, minValue, maxValue, digits } = filter;
  return [
    organizationId,
    analysisId,
    run,
    withKeys,
    withoutKeys,
    isActive,
    hasRisk,
    courts,
    minValue,
    maxValue,
    digits,
  ];
}

export type CasePage = { filter: CaseFilter; order: CaseOrder; after: string; limit: number };

/** For whoever reads page after page without holding a transaction: the list is frozen. */
export function casePage(list: ListName, { filter, order, after, limit }: CasePage): PreparedStatement {
  const values = [...filterValues(list, filter), after, limit];
  return order === 'NUMBER'
    ? { name: 'list_analysis_cases', sql: PAGE_SQL, values }
    : { name: 'list_ranked_cases', sql: RANKED_SQL, values: [...values, order] };
}

export function listCases(tx: Transaction, list: ListName, page: CasePage): Promise<ListedCase[]> {
  const { name, sql, values } = casePage(list, page);
  return tx.prepared(name, sql, values);
}

export async function countCases(
  tx: Transaction,
  list: ListName,
  filter: CaseFilter,
): Promise<{ total: number; withoutValue: number }> {
  const [row] = await tx.prepared<{ total: string; without_value: string }>(
    'count_analysis_cases',
    COUNT_SQL,
    filterValues(list, filter),
  );
  return { total: Number(row?.total ?? 0), withoutValue: Number(row?.without_value ?? 0) };
}
