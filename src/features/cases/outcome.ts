// How a case ended for its debtor, and who that is: judgments, payments and appeals of all degrees in the order of time.
import { NEVER } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { degreeRank } from './degree.ts';
import { OUTCOME } from './fact-bits.ts';
import type { Outcome } from './fact-bits.ts';
import { isDegreeInExecution } from './natures.ts';
import type { CaseRecord } from './ports.ts';
import { EFFECT, movementEffects } from './tpu.ts';

export type Judgment = {
  readonly outcome: Outcome;
  /** NEVER without an outcome. */
  readonly decidedAt: number;
  readonly isAuthorDebtor: boolean;
};

type Step = { readonly at: number; readonly rank: number; readonly effects: number; readonly order: number };

/** Where the walk through the steps stands. */
type Trial = {
  outcome: Outcome;
  decidedAt: number;
  decidedIn: number;
  /** Granted in part: it cannot be told who appealed, so an appeal granted does not free the debtor. */
  isPartial: boolean;
  /** The degree that turned the outcome last: one judgment may be entered several times, and turns it once. */
  turnedIn: number;
  isObjectionUpheld: boolean;
  dismissal: 'none' | 'dismissed' | 'final';
  /** The author lost for good and is being executed for what it owes. */
  isAuthorExecuted: boolean;
  readonly isAuthorDebtorByClass: boolean;
  readonly closedAt: number[];
};

const REVERSALS = EFFECT.APPEAL_GRANTED | EFFECT.APPEAL_PARTLY_GRANTED | EFFECT.ANNULLED;
const DISMISSALS = EFFECT.DISMISSED | EFFECT.WAIVED;
const GRANTS = EFFECT.GRANTED | EFFECT.PARTLY_GRANTED;
const ENDS = EFFECT.PAID | EFFECT.SETTLED;
const DECISIONS = DISMISSALS | GRANTS | ENDS | EFFECT.FREES | EFFECT.OBJECTION_UPHELD | EFFECT.WITHOUT_MERITS;
const LIVES = EFFECT.CLOSES | EFFECT.REOPENS | EFFECT.RESTARTS | EFFECT.PAUSES;
const STEPS = DECISIONS | REVERSALS | LIVES | EFFECT.FINAL;

export function judgeOutcome(records: readonly CaseRecord[], reading: CaseReading): Judgment {
  const { isAuthorDebtorByClass } = reading;
  if ((reading.effects & (DECISIONS | REVERSALS)) === 0) {
    return { outcome: OUTCOME.NONE, decidedAt: NEVER, isAuthorDebtor: isAuthorDebtorByClass };
  }
  const trial = openTrial(isAuthorDebtorByClass);
  for (const step of listSteps(records, reading)) takeStep(trial, step);
  const { outcome, decidedAt, isAuthorExecuted } = trial;
  return { outcome, decidedAt, isAuthorDebtor: isAuthorDebtorByClass || isAuthorExecuted };
}

function openTrial(isAuthorDebtorByClass: boolean): Trial {
  return {
    outcome: OUTCOME.NONE,
    decidedAt: NEVER,
    decidedIn: 0,
    isPartial: false,
    turnedIn: -1,
    isObjectionUpheld: false,
    dismissal: 'none',
    isAuthorExecuted: false,
    isAuthorDebtorByClass,
    // By rank; this runs for every judged case of an import, and a literal is many times faster than a made array.
    closedAt: [NEVER, NEVER, NEVER, NEVER],
  };
}

function listSteps(records: readonly CaseRecord[], reading: CaseReading): Step[] {
  const steps: Step[] = [];
  for (const record of records) {
    const rank = degreeRank(record.degree);
    const degree = reading.degrees[rank] ?? reading.lowest;
    const archiving = isDegreeInExecution(degree, reading) ? EFFECT.PAUSES : EFFECT.CLOSES;
    for (const movement of record.movements) {
      const at = movement.at.getTime();
      const found = movementEffects(movement.code);
      const effects = (found & EFFECT.ARCHIVES) === 0 ? found : archiving;
      if ((effects & STEPS) === 0 || Number.isNaN(at)) continue;
      steps.push({ at, rank, effects, order: orderOf(effects, reading.isAuthorDebtorByClass) });
    }
  }
  // The last comparison only keeps the order of records from mattering.
  return steps.toSorted(
    (a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order || a.effects - b.effects,
  );
}

/** At one instant, which many sources give as a mere day: what a court does first comes first, and the stricter last. */
function orderOf(effects: number, isAuthorDebtor: boolean): number {
  const favourable = EFFECT.FREES | EFFECT.OBJECTION_UPHELD | (isAuthorDebtor ? GRANTS : DISMISSALS);
  if ((effects & favourable) !== 0) return 0;
  if ((effects & (DISMISSALS | GRANTS)) !== 0) return 1;
  if ((effects & EFFECT.WITHOUT_MERITS) !== 0) return 2;
  if ((effects & ENDS) !== 0) return 3;
  if ((effects & REVERSALS) !== 0) return 4;
  if ((effects & EFFECT.FINAL) !== 0) return 5;
  return (effects & EFFECT.CLOSES) !== 0 ? 6 : 7;
}

function takeStep(trial: Trial, step: Step): void {
  const { effects } = step;
  if ((effects & REVERSALS) !== 0) reverse(trial, step);
  else if ((effects & DECISIONS) !== 0) decideBy(trial, step);
  else if ((effects & EFFECT.FINAL) !== 0 && trial.dismissal === 'dismissed') trial.dismissal = 'final';
  if ((effects & EFFECT.CLOSES) !== 0) close(trial, step);
  if (isReopening(trial, step)) reopen(trial, step);
  if ((effects & EFFECT.STARTS_EXECUTION) !== 0 && trial.dismissal === 'final') executeAuthor(trial);
}

function decide(trial: Trial, outcome: Outcome, step: Step): void {
  trial.outcome = outcome;
  trial.decidedAt = step.at;
  trial.decidedIn = step.rank;
  trial.isPartial = false;
  trial.turnedIn = -1;
}

function decideBy(trial: Trial, step: Step): void {
  const { effects } = step;
  const isAuthorDebtor = trial.isAuthorDebtorByClass || trial.isAuthorExecuted;
  if ((effects & EFFECT.PAID) !== 0) {
    decide(trial, trial.isObjectionUpheld ? OUTCOME.FOR_DEBTOR : OUTCOME.PAID, step);
  } else if ((effects & EFFECT.SETTLED) !== 0) decide(trial, OUTCOME.SETTLED, step);
  else if ((effects & EFFECT.FREES) !== 0) decide(trial, OUTCOME.FOR_DEBTOR, step);
  else if ((effects & EFFECT.OBJECTION_UPHELD) !== 0) trial.isObjectionUpheld = true;
  else if ((effects & EFFECT.WITHOUT_MERITS) !== 0) {
    // What was paid, settled or won stays so when the rest is extinguished.
    const isOpen = trial.outcome === OUTCOME.NONE || trial.outcome === OUTCOME.AGAINST_DEBTOR;
    if (isOpen) decide(trial, OUTCOME.WITHOUT_MERITS, step);
  } else if ((effects & DISMISSALS) !== 0) {
    decide(trial, isAuthorDebtor ? OUTCOME.AGAINST_DEBTOR : OUTCOME.FOR_DEBTOR, step);
    if ((effects & EFFECT.DISMISSED) !== 0 && trial.dismissal === 'none') trial.dismissal = 'dismissed';
  } else grant(trial, step, isAuthorDebtor);
}

/** Embargos granted in part leave the debt as it is. */
function grant(trial: Trial, step: Step, isAuthorDebtor: boolean): void {
  const isPartial = (step.effects & EFFECT.PARTLY_GRANTED) !== 0;
  if (isPartial && isAuthorDebtor) return;
  decide(trial, isAuthorDebtor ? OUTCOME.FOR_DEBTOR : OUTCOME.AGAINST_DEBTOR, step);
  trial.isPartial = isPartial;
  if (!trial.isAuthorExecuted) trial.dismissal = 'none';
}

function reverse(trial: Trial, step: Step): void {
  const wasAuthorExecuted = trial.isAuthorExecuted;
  trial.isAuthorExecuted = false;
  trial.dismissal = 'none';
  trial.isObjectionUpheld = false;
  if ((step.effects & EFFECT.ANNULLED) !== 0) {
    decide(trial, OUTCOME.NONE, step);
  } else if ((step.effects & EFFECT.APPEAL_PARTLY_GRANTED) !== 0) {
    decide(trial, OUTCOME.AGAINST_DEBTOR, step);
    trial.isPartial = true;
  } else if (trial.turnedIn !== step.rank) {
    const { isPartial } = trial;
    decide(trial, wasAuthorExecuted ? OUTCOME.AGAINST_DEBTOR : turned(trial), step);
    trial.isPartial = isPartial;
    trial.turnedIn = step.rank;
  }
}

function turned({ outcome, isPartial }: Trial): Outcome {
  if (outcome === OUTCOME.FOR_DEBTOR) return OUTCOME.AGAINST_DEBTOR;
  if (outcome !== OUTCOME.AGAINST_DEBTOR) return OUTCOME.NONE;
  return isPartial ? OUTCOME.AGAINST_DEBTOR : OUTCOME.FOR_DEBTOR;
}

function close(trial: Trial, step: Step): void {
  trial.closedAt[step.rank] = step.at;
  const isEnded = trial.outcome === OUTCOME.PAID || trial.outcome === OUTCOME.SETTLED;
  if (trial.isObjectionUpheld && !isEnded) decide(trial, OUTCOME.FOR_DEBTOR, step);
}

function isReopening(trial: Trial, { effects, at, rank }: Step): boolean {
  if ((effects & EFFECT.REOPENS) !== 0) return true;
  const closedAt = trial.closedAt[rank] ?? NEVER;
  return (effects & (EFFECT.RESTARTS | EFFECT.PAUSES)) !== 0 && closedAt !== NEVER && at > closedAt;
}

/** Distribution in a higher court is no reopening of what was extinguished below. */
function reopen(trial: Trial, step: Step): void {
  trial.closedAt[step.rank] = NEVER;
  const isOfCase = (step.effects & EFFECT.REOPENS) !== 0 || trial.decidedIn === step.rank;
  if (isOfCase && trial.outcome === OUTCOME.WITHOUT_MERITS) decide(trial, OUTCOME.NONE, step);
}

function executeAuthor(trial: Trial): void {
  if (trial.isAuthorExecuted) return;
  trial.isAuthorExecuted = true;
  trial.outcome = OUTCOME.NONE;
  trial.turnedIn = -1;
}
