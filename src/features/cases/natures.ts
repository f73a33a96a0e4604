// Natures and traits of a case, from every class of every record and from the few movements that change its kind.
import type { CaseReading, DegreeReading } from './case-reading.ts';
import { NATURE, TRAIT } from './fact-bits.ts';
import { CLASS, EFFECT } from './tpu.ts';

export function judgeNatures(reading: CaseReading): number {
  const { marks, effects } = reading;
  let natures = 0;
  if (isExecution(marks, effects)) natures |= NATURE.EXECUTION;
  if (reading.isLabourCourt || (marks & CLASS.LABOUR) !== 0) natures |= NATURE.LABOUR;
  if ((marks & CLASS.CRIMINAL) !== 0) natures |= NATURE.CRIMINAL;
  if (natures === 0) natures |= NATURE.CIVIL;
  if (isJuvenile(reading)) natures |= NATURE.JUVENILE;
  return natures;
}

/** The start of an execution means one only outside criminal classes: there it is the sentence that is executed. */
function isExecution(marks: number, effects: number): boolean {
  if ((marks & CLASS.EXECUTION) !== 0 || (effects & EFFECT.FRUSTRATED) !== 0) return true;
  return (effects & EFFECT.STARTS_EXECUTION) !== 0 && (marks & CLASS.CRIMINAL) === 0;
}

/** An appeal is no execution even when the case below is one; a degree of unknown class is what the case is. */
export function isDegreeInExecution(degree: DegreeReading, reading: CaseReading): boolean {
  return degree.marks === 0
    ? isExecution(reading.marks, reading.effects)
    : isExecution(degree.marks, degree.effects);
}

/** Hiding is strict, so what a class may be is enough. */
export function isJuvenile({ possibleMarks, isJuvenileBySubject }: CaseReading): boolean {
  return isJuvenileBySubject || (possibleMarks & CLASS.JUVENILE) !== 0;
}

const TRAIT_OF_MARK = [
  [CLASS.TAX_EXECUTION, TRAIT.TAX_EXECUTION],
  [CLASS.CRIMINAL_ACTION, TRAIT.CRIMINAL_ACTION],
  [CLASS.INVESTIGATION, TRAIT.INVESTIGATION],
  [CLASS.HABEAS_CORPUS, TRAIT.HABEAS_CORPUS],
  [CLASS.INSOLVENCY, TRAIT.INSOLVENCY],
  [CLASS.IMPROBITY, TRAIT.IMPROBITY],
  [CLASS.DEBT_RECOVERY, TRAIT.DEBT_RECOVERY],
] as const;

export function judgeTraits(reading: CaseReading): number {
  let traits = 0;
  for (const [mark, trait] of TRAIT_OF_MARK) if ((reading.marks & mark) !== 0) traits |= trait;
  if (reading.isAboutImprobity && (reading.marks & CLASS.COLLECTIVE) !== 0) traits |= TRAIT.IMPROBITY;
  if (reading.isAuthorDebtorByClass) traits |= TRAIT.AUTHOR_IS_DEBTOR_BY_CLASS;
  if (reading.isClassUnknown) traits |= TRAIT.CLASS_UNKNOWN;
  return traits;
}
