import { kindOfClass } from './case-kinds.ts';
import type { CaseKind } from './case-kinds.ts';
import type { Fixed } from './case-lines.ts';
// The test document with very many cases: which of its cases are what follows from their place alone, so that every count
// is known whatever was drawn for the rest of them.
import type { LifeCourse } from './life-courses.ts';
import { movementKind } from './movements.ts';
import { testCnpj } from './test-documents/test-document.ts';
import type { Label, TestDocument } from './test-documents/test-document.ts';

const SMALL_COUNT = 300;
const LARGE_COUNT = 100_000;
const LARGE_FROM = 500_000;

/** How many cases it has in a population of that many. */
export function manyCasesOf(cases: number): number {
  return cases >= LARGE_FROM ? LARGE_COUNT : SMALL_COUNT;
}

export const MANY_CASES: TestDocument = {
  key: 'many-cases',
  document: testCnpj(15),
  name: 'CREDITO IMPERIAL DE TESTE S.A.',
  purpose: 'as many cases as a document ever has',
  cases: [],
  hasManyCases: true,
};

const EXECUTION = kindOfClass(12_154);
const SMALL_CLAIM = kindOfClass(436);
const RUNNING: LifeCourse = { ending: [], state: 'ACTIVE' };
const PAID: LifeCourse = { ending: [196, 848, 22].map(movementKind), state: 'CLOSED' };

export type PlannedCase = { kind: CaseKind; course: LifeCourse; fixed: Fixed; label: Label };

/** Of ten cases: five running executions as author, four paid ones, and one running small claim as defendant. */
export function planManyCases(index: number): PlannedCase {
  const { document, name } = MANY_CASES;
  const place = index % 10;
  if (place === 9) {
    return {
      kind: SMALL_CLAIM,
      course: RUNNING,
      fixed: { document, name, side: 'PASSIVE' },
      label: { isCounted: true, side: 'defendant', natures: [], isActive: true, risks: [] },
    };
  }
  return {
    kind: EXECUTION,
    course: place < 5 ? RUNNING : PAID,
    fixed: { document, name, side: 'ACTIVE' },
    label: { isCounted: true, side: 'author', natures: ['execution'], isActive: place < 5, risks: [] },
  };
}
