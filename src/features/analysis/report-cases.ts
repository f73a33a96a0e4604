// Cases as a report shows them: with the names of their classes and the sentences of their reasons.
import type { Database } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { listClassNames } from '../cases/index.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { ReportCase } from './report-input.ts';
import { recallRule } from './rules.ts';
import type { Run } from './run-state.ts';

type Reading = { readonly database: Database; readonly scope: Scope };

/** Names of classes, looked up once in a report. */
function createClassNames({
  database,
  scope,
}: Reading): (cases: readonly FrozenCase[]) => Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const asked = new Set<number>();
  return async (cases) => {
    const unknown = new Set<number>();
    for (const { known } of cases) {
      if (known.classCode !== null && !asked.has(known.classCode)) unknown.add(known.classCode);
    }
    if (unknown.size > 0) {
      const found = await database.transaction(scope, (tx) => listClassNames(tx, [...unknown]));
      unknown.forEach((code) => asked.add(code));
      found.forEach(({ code, name }) => names.set(code, name));
    }
    return names;
  };
}

function toReportCase(
  { known, classification, givenClass, disagreements }: FrozenCase,
  { names, rulesVersion }: { names: ReadonlyMap<number, string>; rulesVersion: number },
): ReportCase {
  const { side, natures, isActive } = classification;
  const reasons = classification.reasons.map(({ rule, facts }) => ({
    rule,
    sentence: recallRule(rulesVersion, rule)?.ptBr ?? '',
    facts,
  }));
  return {
    number: known.number,
    documents: known.documents,
    isByMask: known.isByMask,
    classCode: known.classCode,
    value: known.value,
    filedOn: known.filedOn,
    movedOn: known.movedOn,
    severeOn: known.severeOn,
    fetchedAt: known.fetchedAt,
    className: names.get(known.classCode ?? 0) ?? givenClass ?? null,
    classification: { side, natures, isActive, hasRisk: reasons.length > 0, reasons },
    ...(disagreements === undefined ? {} : { disagreements }),
  };
}

/** For several analyses one after the other: the names of classes are looked up once. Cases are made as they are taken. */
export function createReportCases(
  reading: Reading,
): (cases: readonly FrozenCase[], rulesVersion: number) => Promise<Iterable<ReportCase>> {
  const findNames = createClassNames(reading);
  return async (cases, rulesVersion) => {
    const about = { names: await findNames(cases), rulesVersion };
    return cases.values().map((frozenCase) => toReportCase(frozenCase, about));
  };
}

export type CaseTaker = (cases: readonly FrozenCase[]) => Promise<void>;

/** Fills the report while the list is frozen. What fails in it is tried again, and told, when its own turn comes. */
export function openReportBeside(run: Run, rulesVersion: number): CaseTaker {
  const toReport = createReportCases({ database: run.database, scope: run.attempt.scope });
  run.openReports = run.reports.openReports();
  return async (cases) => {
    try {
      await run.openReports?.addCases(await toReport(cases, rulesVersion));
    } catch (error) {
      run.attempt.log.warn({ analysisId: run.held.analysisId, err: error }, 'a report was left for later');
      await closeReports(run);
    }
  };
}

export async function closeReports(run: Run): Promise<void> {
  const { openReports } = run;
  run.openReports = null;
  await openReports?.close();
}
