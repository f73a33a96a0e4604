// The spreadsheets of an analysis, written by whoever implements the port from what is frozen.
import type { Cpf } from '../../documents/cpf.ts';
import { documentType, maskCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { CASE_PAGE_SQL, toFrozenCase } from './case-store.ts';
import type { FrozenRow, ListOwner } from './case-store.ts';
import { listFindings } from './consumption-store.ts';
import { tiesOf } from './findings.ts';
import type { Findings } from './findings.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { OpenReports, WrittenReports } from './ports.ts';
import { closeReports, createReportCases } from './report-cases.ts';
import type { CheckedSource, ReportInput, ReportPart } from './report-input.ts';
import { setStep } from './run-state.ts';
import type { FrozenList, Run } from './run-state.ts';
import { openFindings } from './sealed-subject.ts';
import type { Step } from './step.ts';
import { SUMMARY_KEYS } from './summary.ts';
import type { SummaryWire } from './summary.ts';

const PAGE = 2000;

/** What a report is made of: a run that has just frozen its list, or an analysis that was read back. */
export type Reported = Pick<
  Run,
  'database' | 'keyring' | 'clock' | 'document' | 'name' | 'steps' | 'reports'
> & {
  readonly held: { readonly organizationId: number; readonly analysisId: string };
  readonly attempt: { readonly scope: Scope; readonly signal: AbortSignal };
  /** What goes with the end of a run. */
  readonly unwrittenFindings?: Partial<Findings>;
};
type ReportedList = Pick<FrozenList, 'run' | 'rulesVersion'>;

export function ownerOf(document: Document): ListOwner {
  return { document, mask: documentType(document) === 'CPF' ? maskCpf(document as Cpf) : '' };
}

/** The next page is fetched while this one is worked on. */
async function* readPages(run: Reported, frozen: ReportedList): AsyncGenerator<readonly FrozenCase[]> {
  const { held, attempt, database, document } = run;
  const owner = ownerOf(document);
  const read = (after: string): Promise<FrozenRow[]> => {
    const reading = database.readOnce<FrozenRow>(attempt.scope, {
      name: 'analysis_case_page',
      sql: CASE_PAGE_SQL,
      values: [held.organizationId, held.analysisId, frozen.run, after, PAGE],
    });
    // Whoever stops in the middle never asks for it.
    reading.catch(() => undefined);
    return reading;
  };
  let reading: Promise<FrozenRow[]> | null = read('');
  while (reading !== null) {
    const rows: FrozenRow[] = await reading;
    reading = rows.length < PAGE ? null : read(rows.at(-1)?.number ?? '');
    yield rows.map((row) => toFrozenCase(row, owner));
  }
}

async function* each<T>(page: T): AsyncGenerator<T> {
  yield page;
}

/** Anew from what is frozen: an earlier attempt froze it, or the report failed while it was. */
async function refill(run: Reported, frozen: ReportedList): Promise<OpenReports> {
  const reports = run.reports.openReports();
  const toReport = createReportCases({ database: run.database, scope: run.attempt.scope });
  try {
    for await (const page of readPages(run, frozen)) {
      run.attempt.signal.throwIfAborted();
      await reports.addCases(await toReport(page, frozen.rulesVersion));
    }
    return reports;
  } catch (error) {
    await reports.close();
    throw error;
  }
}

/** Those that an earlier attempt found, and those of this one. */
async function readFound(run: Reported): Promise<Findings> {
  const { attempt, database, held, keyring, unwrittenFindings: own = {} } = run;
  const rows = await database.transaction(attempt.scope, (tx) =>
    listFindings(tx, held.organizationId, held.analysisId),
  );
  const stored = <P extends keyof Findings>(part: P): Findings[P] | undefined => {
    const row = rows.find(({ step }) => step === part);
    return row === undefined ? undefined : openFindings(keyring, held, part, row.wrapped_findings);
  };
  return {
    debts: own.debts ?? stored('debts') ?? [],
    protests: own.protests ?? stored('protests') ?? [],
    partners: own.partners ?? stored('partners') ?? [],
  };
}

function sourcesOf({ steps }: Reported, step: Step): CheckedSource[] {
  return (steps[step].sources ?? []).map(({ source, outcome, asOf, edition }) => ({
    source,
    outcome,
    importedAt: asOf === null ? null : new Date(asOf),
    edition,
    failedAt: null,
  }));
}

function toInput(
  run: Reported,
  frozen: ReportedList,
  about: { summary: SummaryWire; found: Findings },
): ReportInput {
  const { summary, found } = about;
  const part = <T>(step: Step, items: readonly T[]): ReportPart<T> => ({
    sources: sourcesOf(run, step),
    pages: each(items),
  });
  const lines = SUMMARY_KEYS.map((key) => {
    const { totalProcess: count, vltotalProcess: value } = summary[key];
    return [key, { count, value }];
  });
  return {
    organizationId: run.held.organizationId,
    analysisId: Number(run.held.analysisId),
    document: run.document,
    name: run.name === '' ? null : run.name,
    generatedAt: run.clock.now(),
    rulesVersion: String(frozen.rulesVersion),
    summary: Object.fromEntries(lines) as ReportInput['summary'],
    cases: { sources: sourcesOf(run, 'cases') },
    debts: part('debts', found.debts),
    protests: part('protests', found.protests),
    partners: part('partners', tiesOf(found.partners)),
  };
}

type Whole = { frozen: ReportedList; summary: SummaryWire };

async function finish(
  run: Reported,
  reports: OpenReports,
  { frozen, summary }: Whole,
): Promise<WrittenReports> {
  return reports.finish(toInput(run, frozen, { summary, found: await readFound(run) }));
}

/** Of an analysis that was read back. */
export async function writeFrozen(run: Reported, whole: Whole): Promise<WrittenReports> {
  const reports = await refill(run, whole.frozen);
  try {
    return await finish(run, reports, whole);
  } finally {
    await reports.close();
  }
}

export async function writeReport(run: Run, frozen: FrozenList, summary: SummaryWire): Promise<void> {
  run.openReports ??= await refill(run, frozen);
  try {
    run.reportsWritten = await finish(run, run.openReports, { frozen, summary });
  } finally {
    await closeReports(run);
  }
  setStep(run, 'report', { status: 'DONE', checkedAt: run.clock.now().toISOString() });
}
