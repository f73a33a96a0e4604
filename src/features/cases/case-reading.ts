// One pass over all records of a case: what its classes and movements say, per degree and as a whole. It decides nothing.
// Instants are milliseconds and NEVER where there is none, so that "later than" needs no further question.
import { segmentOf } from '../../documents/case-number.ts';
import { readClassName } from './class-reading.ts';
import { RANKS, degreeRank } from './degree.ts';
import type { CaseRecord } from './ports.ts';
import {
  CLASS,
  EFFECT,
  IMPROBITY_SUBJECT,
  OWN_BANKRUPTCY_SUBJECT,
  classMarks,
  isJuvenileSubject,
  movementEffects,
} from './tpu.ts';

export const NEVER = Number.NEGATIVE_INFINITY;

export type DegreeReading = {
  readonly rank: number;
  marks: number;
  effects: number;
  movedAt: number;
  closedAt: number;
  archivedAt: number;
  reopenedAt: number;
  restartedAt: number;
  pausedAt: number;
  finalAt: number;
  courtState: CaseRecord['courtState'];
  courtStateAt: number;
};

export type CaseReading = {
  readonly number: string;
  readonly isLabourCourt: boolean;
  /** By rank; the lowest is the first that is there. */
  readonly degrees: readonly (DegreeReading | null)[];
  readonly lowest: DegreeReading;
  readonly marks: number;
  readonly possibleMarks: number;
  readonly effects: number;
  readonly isClassUnknown: boolean;
  readonly isAuthorDebtorByClass: boolean;
  readonly isJuvenileBySubject: boolean;
  readonly isAboutImprobity: boolean;
  readonly severeAt: number;
  readonly frustratedAt: number;
  readonly shelvedAt: number;
  /** The first movement that ends a charge; positive infinity where there is none. */
  readonly chargeEndedAt: number;
};

/** What the pass gathers and later decisions no longer need. */
type Draft = {
  degrees: (DegreeReading | null)[];
  marks: number;
  possibleMarks: number;
  effects: number;
  hasDebtorClass: boolean;
  hasOtherClass: boolean;
  isOwnBankruptcy: boolean;
  isJuvenileBySubject: boolean;
  isAboutImprobity: boolean;
  severeAt: number;
  frustratedAt: number;
  shelvedAt: number;
  chargeEndedAt: number;
};

export function readCase(records: readonly [CaseRecord, ...CaseRecord[]]): CaseReading {
  const draft = newDraft();
  for (const record of records) {
    const degree = degreeOf(draft, degreeRank(record.degree));
    readClass(record, draft, degree);
    readSubjects(record, draft);
    readCourtState(record, degree);
    readMovements(record, draft, degree);
  }
  const { number } = records[0];
  const lowest = draft.degrees.find((degree) => degree !== null) ?? newDegree(0);
  // A bankruptcy is the debtor's own case only with that subject, and is otherwise a class like any other.
  const hasBankruptcy = (draft.marks & CLASS.BANKRUPTCY) !== 0;
  const hasDebtorClass = draft.hasDebtorClass || (hasBankruptcy && draft.isOwnBankruptcy);
  const hasOtherClass = draft.hasOtherClass || (hasBankruptcy && !draft.isOwnBankruptcy);
  return {
    number,
    isLabourCourt: segmentOf(number) === 5,
    degrees: draft.degrees,
    lowest,
    marks: draft.marks,
    possibleMarks: draft.possibleMarks | draft.marks,
    effects: draft.effects,
    isClassUnknown: draft.marks === 0,
    isAuthorDebtorByClass: hasDebtorClass && !hasOtherClass,
    isJuvenileBySubject: draft.isJuvenileBySubject,
    isAboutImprobity: draft.isAboutImprobity,
    severeAt: draft.severeAt,
    frustratedAt: draft.frustratedAt,
    shelvedAt: draft.shelvedAt,
    chargeEndedAt: draft.chargeEndedAt,
  };
}

function newDraft(): Draft {
  return {
    degrees: [null, null, null, null],
    marks: 0,
    possibleMarks: 0,
    effects: 0,
    hasDebtorClass: false,
    hasOtherClass: false,
    isOwnBankruptcy: false,
    isJuvenileBySubject: false,
    isAboutImprobity: false,
    severeAt: NEVER,
    frustratedAt: NEVER,
    shelvedAt: NEVER,
    chargeEndedAt: Number.POSITIVE_INFINITY,
  };
}

function newDegree(rank: number): DegreeReading {
  return {
    rank,
    marks: 0,
    effects: 0,
    movedAt: NEVER,
    closedAt: NEVER,
    archivedAt: NEVER,
    reopenedAt: NEVER,
    restartedAt: NEVER,
    pausedAt: NEVER,
    finalAt: NEVER,
    courtState: null,
    courtStateAt: NEVER,
  };
}

function degreeOf({ degrees }: Draft, rank: number): DegreeReading {
  const place = rank < RANKS ? rank : RANKS - 1;
  const degree = degrees[place] ?? newDegree(place);
  degrees[place] = degree;
  return degree;
}

function readClass(record: CaseRecord, draft: Draft, degree: DegreeReading): void {
  let marks = record.classCode === null ? 0 : classMarks(record.classCode);
  let isAbsent = false;
  if (marks === 0) {
    const reading = readClassName(record);
    ({ marks, isAbsent } = reading);
    draft.possibleMarks |= reading.possibleMarks;
  }
  draft.marks |= marks;
  degree.marks |= marks;
  if (isAbsent || (marks & (CLASS.APPEAL | CLASS.BANKRUPTCY)) !== 0) return;
  if ((marks & CLASS.AUTHOR_IS_DEBTOR) !== 0) draft.hasDebtorClass = true;
  else draft.hasOtherClass = true;
}

function readSubjects(record: CaseRecord, draft: Draft): void {
  for (const code of record.subjectCodes) {
    if (code === OWN_BANKRUPTCY_SUBJECT) draft.isOwnBankruptcy = true;
    if (code === IMPROBITY_SUBJECT) draft.isAboutImprobity = true;
    if (isJuvenileSubject(code)) draft.isJuvenileBySubject = true;
  }
}

/** Where sources disagree, the one that was brought up to date last is right; at equal times the one that says "alive". */
function readCourtState(record: CaseRecord, degree: DegreeReading): void {
  const { courtState } = record;
  if (courtState === null) return;
  const at = record.updatedAt?.getTime() ?? NEVER;
  const isNewer = degree.courtState === null || at > degree.courtStateAt;
  if (!isNewer && !(at === degree.courtStateAt && degree.courtState === 'CLOSED')) return;
  degree.courtState = courtState;
  degree.courtStateAt = at;
}

function readMovements(record: CaseRecord, draft: Draft, degree: DegreeReading): void {
  for (const { code, at } of record.movements) {
    const time = at.getTime();
    if (Number.isNaN(time)) continue;
    if (time > degree.movedAt) degree.movedAt = time;
    const effects = movementEffects(code);
    if (effects === 0) continue;
    degree.effects |= effects;
    draft.effects |= effects;
    readLife(effects, time, degree);
    if ((effects & EFFECT.SEVERE) !== 0 && time > draft.severeAt) draft.severeAt = time;
    if ((effects & EFFECT.FRUSTRATED) !== 0 && time > draft.frustratedAt) draft.frustratedAt = time;
    if ((effects & EFFECT.SHELVES_INQUIRY) !== 0 && time > draft.shelvedAt) draft.shelvedAt = time;
    if ((effects & EFFECT.ENDS_CHARGE) !== 0 && time < draft.chargeEndedAt) draft.chargeEndedAt = time;
  }
}

function readLife(effects: number, time: number, degree: DegreeReading): void {
  if ((effects & EFFECT.CLOSES) !== 0 && time > degree.closedAt) degree.closedAt = time;
  if ((effects & EFFECT.ARCHIVES) !== 0 && time > degree.archivedAt) degree.archivedAt = time;
  if ((effects & EFFECT.REOPENS) !== 0 && time > degree.reopenedAt) degree.reopenedAt = time;
  if ((effects & EFFECT.RESTARTS) !== 0 && time > degree.restartedAt) degree.restartedAt = time;
  if ((effects & EFFECT.PAUSES) !== 0 && time > degree.pausedAt) degree.pausedAt = time;
  if ((effects & EFFECT.FINAL) !== 0 && time > degree.finalAt) degree.finalAt = time;
}
