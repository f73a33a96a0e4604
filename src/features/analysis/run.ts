// One run of `analysis.run`, step by step. A run takes up what is left: steps that are done stay as they are, and those that
// wait for a source let the job end and come back later, which costs no attempt.
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import { hashTicket } from '../../platform/outbound/ticket-hash.ts';
import { askLiveSources, isUnasked } from './asking.ts';
import { readFindings } from './finding.ts';
import { freezeCases } from './freezing.ts';
import { ANALYSIS_JOB } from './jobs.ts';
import type { AnalysisPayload } from './jobs.ts';
import { closeReports } from './report-cases.ts';
import { writeReport } from './reporting.ts';
import { beginRun, setStep, tryStep } from './run-state.ts';
import type { AnalysisJobParts, Run } from './run-state.ts';
import { listTickets } from './sealed-subject.ts';
import { endRun, forgetWritten, giveUp, saveRun } from './settling.ts';
import { judgeFaults } from './source-answers.ts';
import { isOpen } from './step.ts';
import { claimAnalysis } from './store.ts';
import type { ClaimedAnalysis } from './store.ts';

async function claim(attempt: Attempt<AnalysisPayload>): Promise<ClaimedAnalysis | null> {
  const { organizationId, payload } = attempt;
  let claimed: ClaimedAnalysis | null = null as ClaimedAnalysis | null;
  await attempt.progress(async (tx) => {
    claimed = await claimAnalysis(tx, organizationId, String(payload.analysisId));
    // None is no fence: an earlier attempt may have brought it to its end.
    return 1;
  });
  return claimed;
}

async function save(run: Run): Promise<void> {
  await run.attempt.progress((tx) => saveRun(tx, run));
  forgetWritten(run);
}

async function readRegistry(run: Run): Promise<void> {
  const areCasesWaiting = isUnasked(run, 'cases');
  if (!areCasesWaiting && isOpen(run.steps.cases)) {
    await tryStep(run, 'cases', () => freezeCases(run));
  }
  if (!isUnasked(run, 'protests')) {
    await readFindings(run, ['protests']);
  }
  // A person's debts and companies are found by the name, which the cases may bring.
  if (!areCasesWaiting) {
    await readFindings(run, ['debts', 'partners']);
  }
}

/** Why the whole has failed, or null. */
function findFault({ steps }: Run): string | null {
  if (steps.cases.status === 'ERROR') return 'CASES_FAILED';
  return steps.report.status === 'ERROR' ? 'REPORT_FAILED' : null;
}

function isReadyForReport({ steps }: Run): boolean {
  const others = [steps.protests, steps.debts, steps.partners];
  return steps.cases.status === 'DONE' && isOpen(steps.report) && !others.some(isOpen);
}

/** What was found is in memory still, and its report is written sooner than a transaction of its own would be. */
const SHORT_LIST = 1000;

function isSoonWritten({ openReports, summary }: Run): boolean {
  return openReports !== null && summary !== null && summary.ALL.totalProcess <= SHORT_LIST;
}

async function report(run: Run): Promise<void> {
  if (!isReadyForReport(run)) {
    return;
  }
  setStep(run, 'report', { status: 'PROCESSING' });
  if (!isSoonWritten(run)) {
    await save(run);
  }
  const { frozen, summary } = run;
  if (frozen !== null && summary !== null) {
    await tryStep(run, 'report', () => writeReport(run, frozen, summary));
  }
}

async function conclude(run: Run): Promise<void> {
  const { attempt } = run;
  const fault = findFault(run);
  if (fault === null && isOpen(run.steps.report)) {
    const awaited = listTickets(run.tickets).map((ticket) => hashTicket(run.keyring, ticket));
    await attempt.postpone(run.waitSeconds ?? 1, (tx) => saveRun(tx, run), awaited);
  } else {
    await attempt.settle((tx) => endRun(tx, run, fault));
  }
}

async function askSources(run: Run): Promise<void> {
  const { isAsked, due, failed } = await askLiveSources(run);
  if (due.length > 0) {
    await save(run);
  }
  const collected = await askLiveSources(run, due);
  judgeFaults(run, [...failed, ...collected.failed]);
  if (isAsked) {
    await save(run);
  }
}

async function runAnalysis(parts: AnalysisJobParts, attempt: Attempt<AnalysisPayload>): Promise<void> {
  const claimed = await claim(attempt);
  if (claimed === null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const run = beginRun(parts, attempt, claimed);
  try {
    await askSources(run);
    await readRegistry(run);
    if (findFault(run) === null) {
      await report(run);
    }
    await conclude(run);
  } finally {
    await closeReports(run);
  }
}

export function handleAnalysisJob(parts: AnalysisJobParts): HandledJob {
  return handleJob(ANALYSIS_JOB, (attempt) => runAnalysis(parts, attempt), {
    onDead: (tx, { organizationId, payload }) => giveUp(tx, organizationId, String(payload.analysisId)),
  });
}
