// One run of the job: what it was given, and what it knows so far. Steps change the state; settling.ts writes it.
import type { Document } from '../../documents/document.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { FencedError } from '../../platform/jobs/settlements.ts';
import type { Findings } from './findings.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { AnalysisPayload } from './jobs.ts';
import type { LiveSources, OpenReports, ReportWriter, WrittenReports } from './ports.ts';
import { openSubject, openTickets } from './sealed-subject.ts';
import type { Tickets } from './sealed-subject.ts';
import { readSteps } from './step.ts';
import type { Step, StepState, StepStates } from './step.ts';
import type { ClaimedAnalysis, Held } from './store.ts';
import type { SummaryWire } from './summary.ts';

export type AnalysisJobParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  live: LiveSources;
  reports: ReportWriter;
  /** Above it the value of a case is a risk by itself. */
  valueThresholdCents: bigint;
};

export type FrozenList = {
  readonly run: number;
  readonly rulesVersion: number;
  readonly classifiedOn: string;
  readonly withoutValue: number;
};

export type Run = AnalysisJobParts & {
  readonly attempt: Attempt<unknown>;
  readonly held: Held;
  readonly documentId: string;
  readonly documentHash: Buffer;
  readonly document: Document;
  readonly createdAt: Date;
  readonly ageSeconds: number;
  name: string;
  registryStatus: string;
  steps: StepStates;
  tickets: Tickets;
  frozen: FrozenList | null;
  summary: SummaryWire | null;
  importantTerms: readonly string[];
  estimatedRevenue: number;
  reportsWritten: WrittenReports | null;
  /** Of this attempt and not yet written. */
  unwrittenCases: readonly FrozenCase[];
  unwrittenFindings: Partial<Findings>;
  /** Holds all cases, where this attempt froze them. */
  openReports: OpenReports | null;
  /** The soonest time at which something that waits can go on. */
  waitSeconds: number | null;
};

export type NewRun = Pick<
  Run,
  'held' | 'documentId' | 'documentHash' | 'document' | 'createdAt' | 'ageSeconds' | 'name' | 'registryStatus'
>;

/** Of an analysis that nobody has taken up before. */
export function beginNewRun(parts: AnalysisJobParts, attempt: Attempt<unknown>, about: NewRun): Run {
  return {
    ...parts,
    ...about,
    attempt,
    steps: readSteps({}),
    tickets: {},
    frozen: null,
    summary: null,
    importantTerms: [],
    estimatedRevenue: 0,
    reportsWritten: null,
    unwrittenCases: [],
    unwrittenFindings: {},
    openReports: null,
    waitSeconds: null,
  };
}

export function beginRun(
  parts: AnalysisJobParts,
  attempt: Attempt<AnalysisPayload>,
  claimed: ClaimedAnalysis,
): Run {
  const { organizationId, payload } = attempt;
  const analysisId = String(payload.analysisId);
  const { document_hash: documentHash, frozen_run: frozenRun } = claimed;
  const subject = openSubject(parts.keyring, { organizationId, documentHash }, claimed.wrapped_subject);
  const fresh = beginNewRun(parts, attempt, {
    held: { organizationId, analysisId, attempt: claimed.attempt },
    documentId: claimed.document_id,
    documentHash,
    document: subject.document,
    createdAt: claimed.created_at,
    ageSeconds: claimed.age_seconds,
    name: subject.name,
    registryStatus: claimed.registry_status,
  });
  return {
    ...fresh,
    steps: readSteps(claimed.steps),
    tickets: openTickets(parts.keyring, { organizationId, analysisId }, claimed.wrapped_tickets),
    frozen:
      frozenRun === null
        ? null
        : {
            run: frozenRun,
            rulesVersion: claimed.rules_version ?? 0,
            classifiedOn: claimed.classified_on ?? '',
            withoutValue: Number(claimed.cases_without_value),
          },
    summary: claimed.summary === null ? null : (JSON.parse(claimed.summary) as SummaryWire),
    importantTerms: JSON.parse(claimed.important_terms) as string[],
    estimatedRevenue: Number(claimed.estimated_revenue),
    reportsWritten: claimed.reports,
  };
}

export function setStep(run: Run, step: Step, state: Partial<StepState>): void {
  run.steps = { ...run.steps, [step]: { ...run.steps[step], ...state } };
}

export function waitAtLeast(run: Run, seconds: number): void {
  run.waitSeconds = Math.min(run.waitSeconds ?? Number.POSITIVE_INFINITY, Math.max(1, Math.ceil(seconds)));
}

const MOST_FAILURES = 5;
const FIRST_PAUSE_SECONDS = 2;

/** Not too often; null when it was tried often enough. */
export function pauseAfter(failures: number): number | null {
  return failures >= MOST_FAILURES ? null : FIRST_PAUSE_SECONDS * 2 ** (failures - 1);
}

/** A step that failed is tried again later, by itself; then it has failed for good. */
function failStep(run: Run, step: Step, fault: string): void {
  const failures = run.steps[step].failures + 1;
  const pauseSeconds = pauseAfter(failures);
  if (pauseSeconds === null) {
    setStep(run, step, { status: 'ERROR', failures, fault, checkedAt: run.clock.now().toISOString() });
    return;
  }
  setStep(run, step, { status: 'PROCESSING', failures, fault });
  waitAtLeast(run, pauseSeconds);
}

/** Whatever goes wrong in one step is that step's alone, unless the job itself was lost. */
export async function tryStep(
  run: Run,
  step: Step,
  work: () => Promise<void>,
  onFailure = (fault: string): void => failStep(run, step, fault),
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof FencedError || run.attempt.signal.aborted) {
      throw error;
    }
    run.attempt.log.warn(
      { analysisId: run.held.analysisId, step, err: error },
      'a step of an analysis failed',
    );
    onFailure('FAILED');
  }
}
