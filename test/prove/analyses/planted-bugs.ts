// Bugs around analyses that the checker must find.
import type { LiveSource, LiveSources } from '../../../src/features/analysis/index.ts';

export const ANALYSIS_BUGS = [
  'analysis-not-refunded',
  'analysis-job-ended-early',
  'analysis-list-cut',
  'analysis-searched-again',
] as const;
export type AnalysisBug = (typeof ANALYSIS_BUGS)[number];

/** Forgets that somebody may have asked before. */
export function plantInSources(sources: LiveSources, bug: string | null): LiveSources {
  if (bug !== 'analysis-searched-again') return sources;
  const plant = (source: LiveSource): LiveSource => ({
    ...source,
    start: (question) => source.start({ ...question, askedSince: null }),
  });
  return { ...sources, lawsuits: sources.lawsuits.map(plant) };
}

const NO_REFUND_SQL = `
  select 0 as lines, 0 as subscriptions
  from (select 1) nothing
  where $1::bigint[] is not null and $2::text[] is not null`;

/** Statements in the place of those with these names. */
export function plantedAnalysisSql(bug: string, name: string, sql: string): string | null {
  if (bug.endsWith('-not-refunded') && name === 'refund_units') return NO_REFUND_SQL;
  if (bug !== 'analysis-list-cut' || name !== 'add_analysis_cases') return null;
  const most = 'greatest(1, cardinality(string_to_array($4::text, chr(10))) - 1)';
  return sql.replace('returning number', `limit ${most} returning number`);
}
