// What must hold of analyses once everything has come to rest.
import { findInvariantFaults } from '../../../src/features/analysis/index.ts';
import type { Stored } from '../stored.ts';
import { ENDED } from './stored.ts';
import type { AnalysisRecord, StoredAnalysis } from './stored.ts';

export type Searched = {
  /** How many cases the registry has of each document that was analysed; a document that is not in it is to fail. */
  dossiers: ReadonlyMap<string, number>;
  /** The document of each search that was begun at the source of lawsuits, which is paid for. */
  searches: readonly string[];
};

/** I3: what has not ended has exactly one job that will bring it there, and what has ended none. */
export function checkUndoneAnalyses({ analyses, jobs }: Stored): string[] {
  const live = jobs.filter(({ state }) => state === 'live').flatMap(({ requestIds }) => requestIds);
  return analyses.flatMap(({ id, status }) => {
    const count = live.filter((each) => each === id).length;
    return count === (ENDED.includes(status) ? 0 : 1)
      ? []
      : [`analysis ${id} is ${status} and has ${count} live jobs`];
  });
}

/** I4: one event for each end, and no search that is not an analysis's own. */
export function checkAnalysisEffects(stored: Stored, { searches }: Searched): string[] {
  const { analyses, events, analysisRecords } = stored;
  const told = Map.groupBy(
    events.filter(({ type }) => type === 'analysis.completed'),
    ({ id }) => id,
  );
  const wrong = analyses.flatMap(({ id, status }) => {
    const tells = (told.get(id) ?? []).map((event) => event.status).join();
    return tells === (ENDED.includes(status) ? status : '')
      ? []
      : [`analysis ${id} is ${status} and was told as ${tells}`];
  });
  const wanted = Map.groupBy(analyses, ({ id }) => analysisRecords.get(id)?.document ?? '');
  const begun = Map.groupBy(searches, (document) => document);
  const tooOften = [...begun].flatMap(([document, times]) => {
    const most = wanted.get(document)?.length ?? 0;
    return times.length <= most ? [] : [`${times.length} searches were begun for ${most} analyses`];
  });
  return [...wrong, ...tooOften];
}

type Judged = { row: StoredAnalysis; record: AnalysisRecord };

/** The frozen list, the summary, the list as it is served and the spreadsheets are the same cases. */
function judgeDone({ row, record }: Judged, known: number | undefined): string[] {
  const { summary, listed, sheets } = record;
  const all = summary.ALL.totalProcess;
  const risky = summary.IS_ACTIVE_WITH_RISK.totalProcess + summary.IS_INACTIVE_WITH_RISK.totalProcess;
  const counts = [row.frozen, listed, sheets?.full, known];
  const rows = sheets ?? { full: -1, risk: -1 };
  const faults = findInvariantFaults(summary, rows).map((fault) => `analysis ${row.id}: ${fault}`);
  if (counts.some((count) => count !== all) || rows.risk !== risky) {
    const told = `${row.frozen} frozen, ${listed} listed, ${rows.full} and ${rows.risk} in the sheets, ${known} known`;
    faults.push(`analysis ${row.id} counts ${all} cases and ${risky} with risk: ${told}`);
  }
  return faults;
}

/** I9: whatever an analysis tells is the dossier of its document, whole. */
export function checkFrozen({ analyses, analysisRecords }: Stored, { dossiers }: Searched): string[] {
  return analyses.flatMap((row) => {
    const record = analysisRecords.get(row.id);
    if (record === undefined) return [];
    if (record.status !== row.status)
      return [`analysis ${row.id} is ${row.status} and read as ${record.status}`];
    if (row.status === 'DONE') return judgeDone({ row, record }, dossiers.get(record.document));
    return row.status === 'ERROR' && record.sheets !== null
      ? [`analysis ${row.id} failed and has spreadsheets`]
      : [];
  });
}

export function checkReadAnalyses({ analyses, analysisRecords }: Stored): string[] {
  return analyses.flatMap(({ id }) => (analysisRecords.has(id) ? [] : [`analysis ${id} cannot be read`]));
}

/** I6: what a document's record says was used is what was charged for it and not given back. */
export function checkConsumption({ analyses, analysisRecords }: Stored): string[] {
  const byDocument = Map.groupBy(
    analyses,
    ({ organizationId, documentId }) => `${organizationId} ${documentId}`,
  );
  return [...byDocument].flatMap(([name, rows]) => {
    const due = rows.filter(({ status }) => status !== 'ERROR').length;
    const told = analysisRecords.get(rows[0]?.id ?? '')?.consume ?? due;
    return told === due ? [] : [`document ${name} was used ${due} times and its record says ${told}`];
  });
}
