// Cases as a report shows them: with the names of their classes and the sentences of their reasons.
import { listClassNames } from '../cases/index.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { ReportCase } from './report-input.ts';
import { findRule } from './rules.ts';
import type { Run } from './run-state.ts';

type Names = Pick<Run, 'database'> & { readonly attempt: Pick<Run['attempt'], 'scope'> };

/** Names of classes, looked up once in a report. */
function createClassNames(
  run: Names,
): (cases: readonly FrozenCase[]) => Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const asked = new Set<number>();
  return async (cases) => {
    const codes = new Set(
      cases.flatMap(({ known: { classCode } }) => (classCode === null ? [] : [classCode])),
    );
    const unknown = [...codes.difference(asked)];
    if (unknown.length > 0) {
      const found = await run.database.transaction(run.attempt.scope, (tx) => listClassNames(tx, unknown));
      unknown.forEach((code) => asked.add(code));
      found.forEach(({ code, name }) => names.set(code, name));
    }
    return names;
  };
}

export function toReportCase(
  { known, classification, givenClass, disagreements }: FrozenCase,
  { names, rulesVersion }: { names: ReadonlyMap<number, string>; rulesVersion: number },
): ReportCase {
  const { side, natures, isActive } = classification;
  const reasons = classification.reasons.map(({ rule, facts }) => ({
    rule,
    sentence: findRule(rulesVersion, rule)?.ptBr ?? '',
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

export function createReportCases(
  run: Names,
  rulesVersion: number,
): (cases: readonly FrozenCase[]) => Promise<ReportCase[]> {
  const findNames = createClassNames(run);
  return async (cases) => {
    const about = { names: await findNames(cases), rulesVersion };
    return cases.map((frozenCase) => toReportCase(frozenCase, about));
  };
}

export type CaseTaker = (cases: readonly FrozenCase[]) => Promise<void>;

/** Fills the report while the list is frozen. What fails in it is tried again, and told, when its own turn comes. */
export function openReportBeside(run: Run, rulesVersion: number): CaseTaker {
  const toReport = createReportCases(run, rulesVersion);
  run.openReports = run.reports.openReports();
  return async (cases) => {
    try {
      await run.openReports?.addCases(await toReport(cases));
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
