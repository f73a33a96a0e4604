// The frozen list of an analysis, counted: by rule, by year and by court.
import type { Transaction } from '../../platform/db/database.ts';
import type { ListName } from './case-queries.ts';

export type RuleCount = { rule: string; total: string; value: string };
export type YearCount = { year: number; filed: number; ended: number };
export type CourtCount = { code: string; total: number };

const LIST = 'c.organization_id = $1 and c.analysis_id = $2 and c.run = $3';

const RULES_SQL = `
  select r.reason ->> 'rule' as rule, count(*)::text as total, coalesce(sum(c.value), 0)::numeric(20, 2)::text as value
  from analysis_cases c cross join lateral jsonb_array_elements(c.reasons) as r (reason)
  where ${LIST} and c.reasons is not null
  group by 1`;

// When a case ended is not kept; the year of its last movement is the nearest that is known.
const YEARS_SQL = `
  select y.year::integer as year, sum(y.filed)::integer as filed, sum(y.ended)::integer as ended
  from (
    select extract(year from c.filed_on) as year, 1 as filed, 0 as ended from analysis_cases c
    where ${LIST} and c.filed_on is not null
    union all
    select extract(year from c.moved_on), 0, 1 from analysis_cases c
    where ${LIST} and not c.is_active and c.moved_on is not null
  ) y
  group by 1 order by 1`;

const COURTS_SQL = `
  select substr(c.number, 14, 3) as code, count(*)::integer as total from analysis_cases c
  where ${LIST} group by 1 order by 2 desc, 1`;

export function countRules(
  tx: Transaction,
  { organizationId, analysisId, run }: ListName,
): Promise<RuleCount[]> {
  return tx.prepared('count_case_rules', RULES_SQL, [organizationId, analysisId, run]);
}

type Counted = { rules: RuleCount[]; years: YearCount[]; courts: CourtCount[] };

export async function countList(tx: Transaction, list: ListName): Promise<Counted> {
  const { organizationId, analysisId, run } = list;
  const values = [organizationId, analysisId, run];
  return {
    rules: await countRules(tx, list),
    years: await tx.prepared('count_case_years', YEARS_SQL, values),
    courts: await tx.prepared('count_case_courts', COURTS_SQL, values),
  };
}
