// What the graph reads of the frozen list.
import type { Transaction } from '../../platform/db/database.ts';

export type ListName = { readonly organizationId: number; readonly analysisId: number; readonly run: number };

export type GraphCaseRow = {
  number: string;
  keys: number;
  is_active: boolean;
  has_risk: boolean;
  value: string | null;
  class_name: string;
  fetched_at: Date;
};

// By index alone and only the best of them by value: a list may have a hundred thousand.
const CASES_SQL = `
  select c.number, c.keys, c.is_active, c.reasons is not null as has_risk, c.value::text as value,
    coalesce(t.name, '') as class_name, c.fetched_at
  from (
    select k.* from analysis_cases k
    where k.organization_id = $1 and k.analysis_id = $2 and k.run = $3
    order by k.number = any ($4) desc, k.reasons is not null desc, k.moved_on desc nulls last, k.number limit $5
  ) c
  left join registry.tpu_items t on t.kind = 'class' and t.code = c.class_code
  order by c.number`;

/** Those in `first`, then those with risk, then those that moved last. */
export function listGraphCases(
  tx: Transaction,
  { organizationId, analysisId, run }: ListName,
  { first, limit }: { first: readonly string[]; limit: number },
): Promise<GraphCaseRow[]> {
  return tx.prepared('graph_cases', CASES_SQL, [organizationId, analysisId, run, first, limit]);
}

/** How many cases of each neighbour are looked at: one that is a hub itself would take seconds. */
const LOOKED_AT = 1000;

const SHARED_SQL = `
  select distinct c.number from unnest($4::text[], $5::text[]) as k (root, name_key)
  cross join lateral (
    select p.number from registry.case_parties p
    where p.root = k.root and p.is_countable and (k.name_key is null or p.name_key = k.name_key)
    order by p.number desc limit ${LOOKED_AT}
  ) p
  join analysis_cases c
    on c.organization_id = $1 and c.analysis_id = $2 and c.run = $3 and c.number = p.number
  order by c.number limit $6`;

/** Cases of the list in which one of the neighbours stands too. */
export async function listSharedNumbers(
  tx: Transaction,
  { organizationId, analysisId, run }: ListName,
  {
    neighbours,
    limit,
  }: { neighbours: readonly (readonly [root: string, nameKey: string | null])[]; limit: number },
): Promise<string[]> {
  if (neighbours.length === 0) return [];
  const [roots, keys] = [neighbours.map(([root]) => root), neighbours.map(([, key]) => key)];
  const values = [organizationId, analysisId, run, roots, keys, limit];
  const rows = await tx.prepared<{ number: string }>('graph_shared', SHARED_SQL, values);
  return rows.map(({ number }) => number);
}
