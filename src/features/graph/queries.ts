// What the graph reads of the frozen list.
import type { Transaction } from '../../platform/db/database.ts';

export type ListName = { readonly organizationId: number; readonly analysisId: number; readonly run: number };

export type GraphCaseRow = {
  number: string;
  keys: number;
  is_active: boolean;
  value: string | null;
  class_name: string;
  fetched_at: Date;
};

const NAMED_SQL = `
  select c.number, c.keys, c.is_active, c.value::text as value, coalesce(t.name, '') as class_name, c.fetched_at
  from analysis_cases c
  left join registry.tpu_items t on t.kind = 'class' and t.code = c.class_code
  where c.organization_id = $1 and c.analysis_id = $2 and c.run = $3 and c.number = any ($4)
  order by c.number`;

/** Of the frozen list. */
export function listGraphCases(
  tx: Transaction,
  { organizationId, analysisId, run }: ListName,
  numbers: readonly string[],
): Promise<GraphCaseRow[]> {
  return tx.prepared('graph_cases', NAMED_SQL, [organizationId, analysisId, run, numbers]);
}

const HEAVIEST_SQL = `
  select c.number from analysis_cases c
  where c.organization_id = $1 and c.analysis_id = $2 and c.run = $3
  order by (c.keys & $4) <> 0 desc, c.moved_on desc nulls last, c.number limit $5`;

/** Those with risk first, then those that moved last. `riskKeys` are bits of which one means risk. */
export async function listHeaviestNumbers(
  tx: Transaction,
  { organizationId, analysisId, run }: ListName,
  { riskKeys, limit }: { riskKeys: number; limit: number },
): Promise<string[]> {
  const values = [organizationId, analysisId, run, riskKeys, limit];
  const rows = await tx.prepared<{ number: string }>('graph_heaviest', HEAVIEST_SQL, values);
  return rows.map(({ number }) => number);
}

/** The newest cases of each neighbour that are looked at, and those of them that are taken: a neighbour may be a hub too. */
const [LOOKED_AT, TAKEN] = [200, 5];

// Looked up one by one and not joined: a list that was frozen a moment ago is not counted yet, and would be taken for short.
const SHARED_SQL = `
  select distinct s.number from unnest($4::text[], $5::text[]) as k (root, name_key)
  cross join lateral (
    select p.number from (
      select l.number from registry.case_parties l
      where l.root = k.root and l.is_countable and (k.name_key is null or l.name_key = k.name_key)
      order by l.number desc limit ${LOOKED_AT}
    ) p
    where (
      select true from analysis_cases c
      where c.organization_id = $1 and c.analysis_id = $2 and c.run = $3 and c.number = p.number
    )
    limit ${TAKEN}
  ) s
  order by s.number limit $6`;

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
  // The index has them in order, so the newest few are a short walk. The planner takes every neighbour for a small one, and
  // would rather fetch and sort all of its cases: 100,000 of a hub.
  await tx.query('set local enable_bitmapscan = off');
  const rows = await tx.prepared<{ number: string }>('graph_shared', SHARED_SQL, values);
  await tx.query('set local enable_bitmapscan = on');
  return rows.map(({ number }) => number);
}
