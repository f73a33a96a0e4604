// The class of one record, by its code or, where a source gives only a name, by name and segment.
import { segmentOf } from '../../documents/case-number.ts';
import { SUPERIOR, degreeRank } from './degree.ts';
import type { CaseRecord } from './ports.ts';
import { CLASS, classMarks, listClassesNamed } from './tpu.ts';

export type ClassReading = {
  /** What is certain; 0 when the class cannot be placed. */
  readonly marks: number;
  /** What it may be: only hiding looks at this. */
  readonly possibleMarks: number;
  readonly code: number | null;
  /** The source names no class at all, which is not the same as one that nobody knows. */
  readonly isAbsent: boolean;
};

const NATURE_MARKS = CLASS.EXECUTION | CLASS.LABOUR | CLASS.CRIMINAL | CLASS.JUVENILE;

export function readClassName(record: CaseRecord): ClassReading {
  const { className, classCode } = record;
  if (className === null || className.trim() === '') {
    return { marks: 0, possibleMarks: 0, code: null, isAbsent: classCode === null };
  }
  const named = listClassesNamed(className);
  const possibleMarks = named.reduce((marks, code) => marks | classMarks(code), 0);
  const fitting = listFitting(named, record);
  const [first, ...others] = fitting;
  if (first === undefined) return { marks: 0, possibleMarks, code: null, isAbsent: false };
  const natureOf = (code: number): number => classMarks(code) & NATURE_MARKS & ~ignoredMarks(record);
  if (others.some((code) => natureOf(code) !== natureOf(first))) {
    return { marks: 0, possibleMarks, code: null, isAbsent: false };
  }
  // Of classes with one name and one nature only what they share is certain.
  const marks = others.reduce((shared, code) => shared & classMarks(code), classMarks(first));
  return { marks, possibleMarks: marks, code: others.length === 0 ? first : null, isAbsent: false };
}

/** Everything in a labour court is labour, so that mark cannot tell two of its classes apart. */
function ignoredMarks(record: CaseRecord): number {
  return segmentOf(record.number) === 5 ? CLASS.LABOUR : 0;
}

/** Those of the segment's own branch; where it has none, those of no other segment's branch. */
function listFitting(codes: readonly number[], record: CaseRecord): readonly number[] {
  const own = ownBranch(record);
  const ofOwn = codes.filter((code) => (classMarks(code) & own) !== 0);
  if (ofOwn.length > 0) return ofOwn;
  const allowed = degreeRank(record.degree) === SUPERIOR ? own | CLASS.STJ | CLASS.STF : own;
  const foreign = (CLASS.STJ | CLASS.STF | CLASS.MILITARY | CLASS.ELECTORAL | CLASS.LABOUR) & ~allowed;
  return codes.filter((code) => (classMarks(code) & foreign) === 0);
}

function ownBranch(record: CaseRecord): number {
  switch (segmentOf(record.number)) {
    case 1:
      return CLASS.STF;
    case 3:
      return CLASS.STJ;
    case 5:
      return CLASS.LABOUR;
    case 6:
      return CLASS.ELECTORAL;
    case 7:
    case 9:
      return CLASS.MILITARY;
    case 0:
    case 2:
    case 4:
    case 8:
      return 0;
    default:
      return 0;
  }
}
