// Writes what a run knows, with everything that follows from it: rows, findings, the record of consumption, the unit given
// back where it failed, and the event.
import type { Transaction } from '../../platform/db/database.ts';
import { refundUnits } from '../../platform/effects/ledger.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import type { EventToRecord } from '../../platform/effects/record.ts';
import { addCases } from './case-store.ts';
import { keepFindings, noteDone, noteRefund, updateSubject } from './consumption-store.ts';
import type { RecordName } from './consumption-store.ts';
import type { Findings } from './findings.ts';
import { chargeSubject } from './jobs.ts';
import type { Run } from './run-state.ts';
import { sealFindings, sealSubject, sealTickets } from './sealed-subject.ts';
import type { Status } from './step.ts';
import { giveUpAnalysis, saveState } from './store.ts';
import type { StoredState } from './store.ts';
import type { SummaryWire } from './summary.ts';

type Ended = { analysisId: string; status: 'DONE' | 'ERROR' };

function toStored(run: Run, status: Status, fault: string | null): StoredState {
  const { frozen, held, keyring } = run;
  return {
    status,
    fault,
    steps: run.steps,
    sealedTickets: sealTickets(keyring, held, run.tickets),
    rulesVersion: frozen?.rulesVersion ?? null,
    classifiedOn: frozen?.classifiedOn ?? null,
    frozenRun: frozen?.run ?? null,
    summary: run.summary === null ? null : JSON.stringify(run.summary),
    importantTerms: run.importantTerms,
    casesWithoutValue: frozen?.withoutValue ?? 0,
    estimatedRevenue: run.estimatedRevenue,
    reports: run.reportsWritten,
  };
}

export function sealUnwritten(run: Run): { step: string; sealedFindings: Buffer }[] {
  return (Object.keys(run.unwrittenFindings) as (keyof Findings)[]).map((part) => {
    const found = run.unwrittenFindings[part] ?? [];
    return { step: part, sealedFindings: sealFindings(run.keyring, run.held, part, found as never) };
  });
}

export function completedEvent({ organizationId, documentId }: RecordName, ended: Ended): EventToRecord {
  const data = {
    userPlanConsumeAnalyticsId: Number(ended.analysisId),
    userPlanConsumeUniqueId: Number(documentId),
    status: ended.status,
  };
  return { organizationId, type: 'analysis.completed', data };
}

export function totalsOf(summary: SummaryWire): { total: number; risk: number } {
  const risk = summary.IS_ACTIVE_WITH_RISK.totalProcess + summary.IS_INACTIVE_WITH_RISK.totalProcess;
  return { total: summary.ALL.totalProcess, risk };
}

async function giveBack(tx: Transaction, record: RecordName, analysisId: string): Promise<void> {
  const { organizationId } = record;
  const units = await refundUnits(tx, [{ organizationId, subject: chargeSubject(analysisId) }]);
  if (units > 0) {
    noteRefund(tx, record, units);
  }
}

function recordOf({ held, documentId }: Run): RecordName {
  return { organizationId: held.organizationId, documentId };
}

/** How far the parts have come, for those who watch; whoever only wants the end waits for `analysis.completed`. */
function tellProgress(tx: Transaction, { organizationId, documentId }: RecordName, run: Run): void {
  const { cases, protests, debts, partners, report } = run.steps;
  const data = {
    userPlanConsumeAnalyticsId: Number(run.held.analysisId),
    userPlanConsumeUniqueId: Number(documentId),
    statusIndex: cases.status,
    statusProtest: protests.status,
    statusDebtor: debts.status,
    statusQSA: partners.status,
    statusReport: report.status,
  };
  recordEvents(tx, [{ organizationId, type: 'analysis.progress', data }]);
}

/** What was found and is not on disk yet; 0 when the analysis is no longer this attempt's. */
async function keepFound(tx: Transaction, run: Run): Promise<number> {
  const { unwrittenCases } = run;
  if (unwrittenCases.length > 0 && (await addCases(tx, run.held, unwrittenCases)) === 0) {
    return 0;
  }
  for (const findings of sealUnwritten(run)) keepFindings(tx, run.held, findings);
  return 1;
}

/** Writes what there is so far; 0 when the analysis is no longer this attempt's. */
export async function saveRun(tx: Transaction, run: Run): Promise<number> {
  if ((await keepFound(tx, run)) === 0) {
    return 0;
  }
  const changed = await saveState(tx, run.held, toStored(run, 'PROCESSING', null));
  if (changed > 0) {
    tellProgress(tx, recordOf(run), run);
  }
  return changed;
}

/** While sources are asked: nothing was found yet that is not in their notes, and nobody is told of every page. */
export function saveAsking(tx: Transaction, run: Run): Promise<number> {
  return saveState(tx, run.held, toStored(run, 'PROCESSING', null));
}

/** What is on disk is not written a second time. */
export function forgetWritten(run: Run): void {
  run.unwrittenCases = [];
  run.unwrittenFindings = {};
}

export async function endRun(tx: Transaction, run: Run, fault: string | null): Promise<number> {
  const { held, summary } = run;
  const status = fault === null ? 'DONE' : 'ERROR';
  if ((await keepFound(tx, run)) === 0) {
    return 0;
  }
  const changed = await saveState(tx, held, toStored(run, status, fault));
  if (changed === 0) {
    return 0;
  }
  const { organizationId, analysisId } = held;
  const record = recordOf(run);
  if (fault !== null) {
    await giveBack(tx, record, analysisId);
  }
  const subject = { document: run.document, name: run.name };
  const sealedSubject = sealSubject(run.keyring, { organizationId, documentHash: run.documentHash }, subject);
  updateSubject(tx, record, { sealedSubject, registryStatus: run.registryStatus });
  if (fault === null && summary !== null) {
    noteDone(tx, record, { analysisId, ...totalsOf(summary) });
  }
  recordEvents(tx, [completedEvent(record, { analysisId, status })]);
  return changed;
}

/** What was tried in vain ends as an error, once. */
export async function giveUp(tx: Transaction, organizationId: number, analysisId: string): Promise<void> {
  const documentId = await giveUpAnalysis(tx, organizationId, analysisId);
  if (documentId === null) {
    return;
  }
  const record = { organizationId, documentId };
  await giveBack(tx, record, analysisId);
  recordEvents(tx, [completedEvent(record, { analysisId, status: 'ERROR' })]);
}
