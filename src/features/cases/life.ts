// Whether a case is still going on. Read degree by degree; the lowest decides unless a higher one is still moving.
import { isFiledInCourtItself } from '../../documents/case-number.ts';
import { NEVER } from './case-reading.ts';
import type { CaseReading, DegreeReading } from './case-reading.ts';
import { UNSAID, isOnAppeal } from './degree.ts';
import { isDegreeInExecution } from './natures.ts';
import { CLASS } from './tpu.ts';

type DegreeLife = {
  readonly isClosed: boolean;
  /** NEVER when only the court's own word says that it is closed. */
  readonly closedAt: number;
};

export function isCaseActive(reading: CaseReading): boolean {
  const { lowest } = reading;
  const { isClosed, closedAt } = judgeDegree(lowest, reading);
  if (!isClosed || isOpenBelow(lowest, closedAt, reading)) return true;
  return reading.degrees.some((degree) => {
    if (degree === null || degree === lowest || judgeDegree(degree, reading).isClosed) return false;
    return closedAt === NEVER || degree.movedAt > closedAt;
  });
}

function judgeDegree(degree: DegreeReading, reading: CaseReading): DegreeLife {
  const isExecution = isDegreeInExecution(degree, reading);
  const closedAt = isExecution ? degree.closedAt : Math.max(degree.closedAt, degree.archivedAt);
  const pausedAt = isExecution ? Math.max(degree.pausedAt, degree.archivedAt) : degree.pausedAt;
  if (closedAt === NEVER) {
    const isKnownAlive = degree.reopenedAt !== NEVER || pausedAt !== NEVER;
    return { isClosed: !isKnownAlive && degree.courtState === 'CLOSED', closedAt: NEVER };
  }
  const isReopened = wasReopened(closedAt, { ...degree, pausedAt });
  return { isClosed: !isReopened, closedAt };
}

/** Reopening wins at equal times; what is often entered together with the closing has to be later. */
export function wasReopened(
  closedAt: number,
  { reopenedAt, restartedAt, pausedAt }: Pick<DegreeReading, 'reopenedAt' | 'restartedAt' | 'pausedAt'>,
): boolean {
  return reopenedAt >= closedAt || restartedAt > closedAt || pausedAt > closedAt;
}

/**
 * A closing on appeal closes the appeal only: without a record from below the case goes on there, unless it was filed in
 * that court or the judgment became final.
 */
function isOpenBelow(lowest: DegreeReading, closedAt: number, { number, degrees }: CaseReading): boolean {
  if (!isOnAppeal(lowest.rank) || isFiledInCourtItself(number)) return false;
  // A source that does not say the degree may well tell of the one below.
  if ((degrees[UNSAID] ?? null) !== null) return false;
  const isFiledFirst = lowest.marks !== 0 && (lowest.marks & CLASS.APPEAL) === 0;
  const isFinal = lowest.finalAt !== NEVER && lowest.finalAt >= closedAt;
  return !isFiledFirst && !isFinal;
}
