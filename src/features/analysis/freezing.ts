// Court cases: the dossier is read in one snapshot, page by page, classified as it passes and written in batches. Nothing of
// it counts before the analysis names this attempt, so a worker that dies in the middle leaves no half of a list.
import { localDate } from '../../documents/local-date.ts';
import { FarolError } from '../../errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import type { Freshness } from '../../platform/imports/freshness.ts';
import {
  dossierKeyOf,
  dossierOutcome,
  listCaseCodes,
  listDisagreements,
  pageDossier,
  readCaseFreshness,
} from '../cases/index.ts';
import type { DossierCase, DossierKey, DossierPage } from '../cases/index.ts';
import { addCases, holdSnapshot, removePastCases } from './case-store.ts';
import { classify } from './classification.ts';
import type { FrozenCase } from './frozen-case.ts';
import { openReportBeside } from './report-cases.ts';
import type { CaseTaker } from './report-cases.ts';
import { estimateRevenue } from './revenue.ts';
import { RULES_VERSION } from './rules.ts';
import { setStep } from './run-state.ts';
import type { Run } from './run-state.ts';
import { readSubject } from './subject-reading.ts';
import { createSummary } from './summary.ts';
import type { Summary } from './summary.ts';
import { createTermCounter, TERM_CODES } from './terms.ts';
import type { TermCounter } from './terms.ts';

/** What is read and written in one go. */
const BATCH = 1000;

type Gathered = { summary: Summary; terms: TermCounter; today: string };

const keyOf = (run: Run): DossierKey => dossierKeyOf(run.document, run.name === '' ? null : run.name);

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
async function readPages(
  tx: Transaction,
  run: Run,
  { gathered, toReport }: { gathered: Gathered; toReport: CaseTaker },
): Promise<void> {
  const key = keyOf(run);
  const read = (after: string | null) => handled(readPage(tx, key, { after, limit: BATCH }));
  let reading = read(null);
  let writing: Promise<unknown> = Promise.resolve();
  for (;;) {
    const { cases, next, found } = await reading;
    if (next !== null) reading = read(next);
    for (const codes of found) gathered.terms.add(codes);
    const told = await addFromRecords(tx, freezePage(run, gathered, cases), found);
    await writing;
    if (next === null) {
      // Goes with the transaction that says that the list is whole.
      run.unwrittenCases = told;
    } else {
      writing = handled(run.attempt.progress((write) => addCases(write, run.held, told)));
    }
    await toReport(told);
    if (next === null) return;
  }
}

type FoundCodes = Awaited<ReturnType<typeof listCaseCodes>>;
type Page = DossierPage & { readonly found: FoundCodes };

async function readPage(
  tx: Transaction,
  key: DossierKey,
  range: { after: string | null; limit: number },
): Promise<Page> {
  const { cases, next } = await pageDossier(tx, key, range);
  const numbers = cases.map(({ number }) => number);
  return { cases, next, found: cases.length === 0 ? [] : await listCaseCodes(tx, numbers, TERM_CODES) };
}

/** What only the records have: names of classes that have no code, and what sources say differently. Of nearly all it is nothing. */
async function addFromRecords(
  tx: Transaction,
  frozen: readonly FrozenCase[],
  found: FoundCodes,
): Promise<readonly FrozenCase[]> {
  const mixed = new Set(found.filter(({ isMixed }) => isMixed).map(({ number }) => number));
  const named = new Map(
    found.flatMap(({ number, className }) => (className === null ? [] : [[number, className] as const])),
  );
  if (mixed.size === 0 && named.size === 0) return frozen;
  const cases = frozen.map(({ known }) => known).filter(({ number }) => mixed.has(number));
  const byNumber = await listDisagreements(tx, cases);
  return frozen.map((each) => {
    const { number, classCode } = each.known;
    const [disagreements, givenClass] = [byNumber.get(number), named.get(number)];
    return {
      ...each,
      ...(disagreements === undefined ? {} : { disagreements }),
      ...(givenClass === undefined || classCode !== null ? {} : { givenClass }),
    };
  });
}

/** Awaited later; until then a failure is nobody's surprise. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

function gather(run: Run): Gathered {
  return { summary: createSummary(), terms: createTermCounter(), today: localDate(run.clock.nowMs()) };
}

async function identify(tx: Transaction, run: Run): Promise<void> {
  const subject = await readSubject(tx, run.document);
  run.name = subject.name ?? run.name;
  run.registryStatus = subject.registryStatus;
  run.estimatedRevenue = estimateRevenue(subject.company);
}

function noteFrozen(
  run: Run,
  { summary: counted, terms, today }: Gathered,
  freshness: readonly Freshness[],
): void {
  const summary = counted.toWire();
  // Protests may have come before.
  run.summary = run.summary === null ? summary : { ...summary, RISK_PROTEST: run.summary.RISK_PROTEST };
  noteFreshness(run, freshness, summary.ALL.totalProcess > 0);
  run.importantTerms = terms.importantTerms();
  run.frozen = {
    run: run.held.attempt,
    rulesVersion: RULES_VERSION,
    classifiedOn: today,
    withoutValue: counted.unknownValues,
  };
}

export async function freezeCases(run: Run): Promise<void> {
  await clearPast(run);
  const gathered = gather(run);
  const toReport = openReportBeside(run, RULES_VERSION);
  const freshness = await run.database.transaction(NO_SCOPE, async (tx) => {
    await holdSnapshot(tx);
    await identify(tx, run);
    await readPages(tx, run, { gathered, toReport });
    return readCaseFreshness(tx);
  });
  noteFrozen(run, gathered, freshness);
}

/** In a snapshot that somebody else holds, for several side by side. Null where there are more. */
export async function readFewCases(
  tx: Transaction,
  run: Run,
  most: number,
): Promise<readonly DossierCase[] | null> {
  await identify(tx, run);
  const { cases, next } = await pageDossier(tx, keyOf(run), { after: null, limit: most });
  return next === null ? cases : null;
}

/** In the same snapshot, with the codes of these cases. */
export async function freezeFewCases(
  tx: Transaction,
  run: Run,
  {
    cases,
    codes,
    freshness,
  }: { cases: readonly DossierCase[]; codes: FoundCodes; freshness: readonly Freshness[] },
): Promise<void> {
  const gathered = gather(run);
  for (const each of codes) gathered.terms.add(each);
  run.unwrittenCases = await addFromRecords(tx, freezePage(run, gathered, cases), codes);
  noteFrozen(run, gathered, freshness);
}

function noteFreshness(run: Run, freshness: readonly Freshness[], hasCases: boolean): void {
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
