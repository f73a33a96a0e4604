// From the facts of a case to what an analysis says of it. Pure: the day and the threshold are given.
import { NATURE, OUTCOME, TRAIT } from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { centsOf } from './case-value.ts';
import { listRules } from './rules.ts';
import type { ReasonFacts, RiskFacts, Rule } from './rules.ts';

export type CaseSide = 'DEFENDANT' | 'AUTHOR' | 'NOT_CLASSIFIED';
/** A case can have several; with none it is civil. */
export type Natures = { readonly execution: boolean; readonly labour: boolean; readonly criminal: boolean };

/** A rule of the version in force, and what it fired on. */
export type Reason = { rule: string; facts: ReasonFacts };

export type Classification = {
  side: CaseSide;
  natures: Natures;
  isActive: boolean;
  /** The heaviest first; a case is a risk when there is one. */
  reasons: Reason[];
};

/** `today` is the analysis's calendar day in America/Sao_Paulo. */
export type ClassifiedOn = { readonly today: string; readonly valueThresholdCents: bigint };

const YEARS_BACK = 5;
const RULES_IN_FORCE = listRules();

export function classify(known: DossierCase, on: ClassifiedOn): Classification {
  return classifyBy(RULES_IN_FORCE, known, on);
}

/** By other rules than those in force: what a change of them would move. */
export function classifyBy(rules: readonly Rule[], known: DossierCase, on: ClassifiedOn): Classification {
  return {
    side: sideOf(known),
    natures: naturesOf(known),
    isActive: known.isActive,
    reasons: listReasons(rules, known, on),
  };
}

/** Six digits and a name are not enough to say on which side somebody stands. */
function isMasked({ isByMask, traits }: DossierCase): boolean {
  return isByMask || (traits & TRAIT.BY_MASK) !== 0;
}

function sideOf(known: DossierCase): CaseSide {
  if (isMasked(known)) return 'NOT_CLASSIFIED';
  if (known.side === 'PASSIVE') return 'DEFENDANT';
  return known.side === 'ACTIVE' ? 'AUTHOR' : 'NOT_CLASSIFIED';
}

const COUNTED_NATURES = NATURE.EXECUTION | NATURE.LABOUR | NATURE.CRIMINAL;

/** By their bits, so that a hundred thousand cases share eight of them. */
const NATURES: readonly Natures[] = Array.from({ length: COUNTED_NATURES + 1 }, (_, bits) =>
  Object.freeze({
    execution: (bits & NATURE.EXECUTION) !== 0,
    labour: (bits & NATURE.LABOUR) !== 0,
    criminal: (bits & NATURE.CRIMINAL) !== 0,
  }),
);

function naturesOf({ natures }: DossierCase): Natures {
  return NATURES[natures & COUNTED_NATURES] as Natures;
}

function listReasons(rules: readonly Rule[], known: DossierCase, on: ClassifiedOn): Reason[] {
  const isRoleUnknown = known.side === 'UNKNOWN';
  const reasons: Reason[] = [];
  // No rule looks at anybody else, and most cases of a large dossier are somebody else's debts.
  if (isMasked(known) || (!known.isDebtorSide && !isRoleUnknown)) return reasons;
  const facts = readFacts(known, isRoleUnknown, on);
  for (const { id, holds, tell } of rules) {
    if (holds(facts)) reasons.push({ rule: id, facts: tell(facts) });
  }
  return reasons;
}

function readFacts(known: DossierCase, isRoleUnknown: boolean, on: ClassifiedOn): RiskFacts {
  const { side, classCode, isDebtorSide, isActive, natures, traits, outcome, value } = known;
  const isSilenced = isResolved(outcome);
  // What came before the extinction fell with it; what came after it shows that the case goes on.
  const hasSevere =
    !isSilenced && (outcome !== OUTCOME.WITHOUT_MERITS || (traits & TRAIT.SEVERE_AFTER_EXTINCTION) !== 0);
  return {
    side,
    classCode,
    isDebtorSide,
    isRoleUnknown,
    isOpen: isActive && !isSilenced && outcome !== OUTCOME.WITHOUT_MERITS,
    isActive,
    isExecution: (natures & NATURE.EXECUTION) !== 0,
    isTaxExecution: (traits & TRAIT.TAX_EXECUTION) !== 0,
    isLabour: (natures & NATURE.LABOUR) !== 0,
    isCriminalAction: (traits & TRAIT.CRIMINAL_ACTION) !== 0,
    isInsolvency: (traits & TRAIT.INSOLVENCY) !== 0,
    isImprobity: (traits & TRAIT.IMPROBITY) !== 0,
    isDebtRecovery: (traits & TRAIT.DEBT_RECOVERY) !== 0,
    isAuthorDebtorByClass: (traits & TRAIT.AUTHOR_IS_DEBTOR_BY_CLASS) !== 0,
    highValue: value !== null && centsOf(value) > on.valueThresholdCents ? value : null,
    valueThresholdCents: on.valueThresholdCents,
    severeOn: hasSevere ? withinFiveYears(known.severeOn, on.today) : null,
    frustratedOn: isSilenced ? null : withinFiveYears(known.frustratedOn, on.today),
  };
}

function isResolved(outcome: number): boolean {
  return outcome === OUTCOME.PAID || outcome === OUTCOME.SETTLED || outcome === OUTCOME.FOR_DEBTOR;
}

/** The same day five years ago is within them. From 29 February that day may be missing, and the next one is the first. */
function withinFiveYears(date: string | null, today: string): string | null {
  if (date === null) return null;
  const first = `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`;
  return date >= first ? date : null;
}
