// Court cases: the dossier is read in one snapshot, page by page, classified as it passes and written in batches. Nothing of
// it counts before the analysis names this attempt, so a worker that dies in the middle leaves no half of a list.
import { localDate } from '../../documents/local-date.ts';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import {
  dossierKeyOf,
  dossierOutcome,
  listCaseCodes,
  pageDossier,
  readCaseFreshness,
} from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { addCases, holdSnapshot, removePastCases } from './case-store.ts';
import { classify } from './classification.ts';
import type { FrozenCase } from './frozen-case.ts';
import { estimateRevenue } from './revenue.ts';
import { RULES_VERSION } from './rules.ts';
import { setStep } from './run-state.ts';
import type { Run } from './run-state.ts';
import { readSubject } from './subject-reading.ts';
import { createSummary } from './summary.ts';
import type { Summary } from './summary.ts';
import { createTermCounter } from './terms.ts';
import type { TermCounter } from './terms.ts';

/** What is written in one go. A list that is no longer is kept in memory for the report. */
const BATCH = 5000;

type Gathered = { summary: Summary; terms: TermCounter; today: string };

async function clearPast({ attempt, held }: Run): Promise<void> {
  const past = { isMore: held.attempt > 1 };
  while (past.isMore) {
    await attempt.progress(async (tx) => {
      past.isMore = await removePastCases(tx, held);
      return 1;
    });
  }
}

function freezePage(run: Run, gathered: Gathered, cases: readonly DossierCase[]): FrozenCase[] {
  const { summary, today } = gathered;
  const { valueThresholdCents } = run;
  return cases.map((known) => {
    const classification = classify(known, { today, valueThresholdCents });
    summary.add(known, classification);
    return { known, classification };
  });
}

/** The database reads the next page while this one is classified and the one before it is written. */
async function readPages(tx: Transaction, run: Run, gathered: Gathered): Promise<number> {
  const key = dossierKeyOf(run.document, run.name === '' ? null : run.name);
  const read = (after: string | null) => handled(pageDossier(tx, key, { after, limit: BATCH }));
  let reading = read(null);
  let writing: Promise<unknown> = Promise.resolve();
  for (let batches = 0; ; batches += 1) {
    const { cases, next } = await reading;
    const numbers = cases.map(({ number }) => number);
    const finding = handled(listCaseCodes(tx, numbers));
    if (next !== null) reading = read(next);
    const frozen = freezePage(run, gathered, cases);
    for (const codes of await finding) gathered.terms.add(codes);
    await writing;
    if (next === null) {
      // Goes with the transaction that says that the list is whole.
      run.unwrittenCases = frozen;
      return batches;
    }
    writing = handled(run.attempt.progress((write) => addCases(write, run.held, frozen)));
  }
}

/** Awaited later; until then a failure is nobody's surprise. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

export async function freezeCases(run: Run): Promise<void> {
  await clearPast(run);
  const today = localDate(run.clock.nowMs());
  const gathered: Gathered = { summary: createSummary(), terms: createTermCounter(), today };
  const freshness = await run.database.transaction(NO_SCOPE, async (tx) => {
    await holdSnapshot(tx);
    const subject = await readSubject(tx, run.document);
    run.name = subject.name ?? run.name;
    run.registryStatus = subject.registryStatus;
    run.estimatedRevenue = estimateRevenue(subject.company);
    const batches = await readPages(tx, run, gathered);
    run.casesInMemory = batches === 0 ? run.unwrittenCases : null;
    return readCaseFreshness(tx);
  });
  const summary = gathered.summary.toWire();
  // Protests may have come before.
  run.summary = run.summary === null ? summary : { ...summary, RISK_PROTEST: run.summary.RISK_PROTEST };
  noteFreshness(run, freshness, summary.ALL.totalProcess > 0);
  run.importantTerms = gathered.terms.importantTerms();
  run.frozen = {
    run: run.held.attempt,
    rulesVersion: RULES_VERSION,
    classifiedOn: today,
    withoutValue: gathered.summary.unknownValues,
  };
}

function noteFreshness(
  run: Run,
  freshness: Awaited<ReturnType<typeof readCaseFreshness>>,
  hasCases: boolean,
): void {
  const { sources = [] } = run.steps.cases;
  const outcome = dossierOutcome(freshness, hasCases);
  if (sources.length === 0 && (outcome === 'NOT_CHECKED' || outcome === 'SOURCE_FAILED')) {
    throw new FarolError('SOURCE_UNAVAILABLE', { message: 'No source of court cases was ever read' });
  }
  const imported = freshness.map(({ source, importedAt, edition }) => ({
    source,
    outcome: importedAt === null ? 'NOT_CHECKED' : outcome,
    asOf: importedAt?.toISOString() ?? null,
    edition,
  }));
  setStep(run, 'cases', {
    status: 'DONE',
    sources: [...sources, ...imported],
    checkedAt: run.clock.now().toISOString(),
  });
}
