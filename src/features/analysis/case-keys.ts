// Which keys of the summary count a case, as bits. They are stored with the frozen list: a place is never changed.
import type { Classification } from './classification.ts';
import { cellOf, isCountedIn } from './summary.ts';

export const CASE_KEYS = [
  'ALL',
  'ISDEFENDANT',
  'ISDEFENDANT_WITH_RISK',
  'ISAUTHOR',
  'ISAUTHOR_WITH_RISK',
  'PERSON_NOT_CLASSIFIED',
  'PERSON_NOT_CLASSIFIED_WITH_RISK',
  'RISK_WORKER',
  'WORKER_WITH_RISK',
  'RISK_CRIMINAL',
  'CRIMINAL_WITH_RISK',
  'RISK_EXECUTION',
  'EXECUTION_WITH_RISK',
  'IS_ACTIVE_WITHOUT_RISK',
  'IS_ACTIVE_WITH_RISK',
  'IS_INACTIVE_WITHOUT_RISK',
  'IS_INACTIVE_WITH_RISK',
  'LITIGATION',
] as const;
export type CaseKey = (typeof CASE_KEYS)[number];

export function bitOf(key: CaseKey): number {
  return 1 << CASE_KEYS.indexOf(key);
}

/** There are less than a hundred ways to be counted, however many cases there are. */
const known: number[] = [];

export function keysOf(classification: Classification): number {
  const way = cellOf(classification);
  const kept = known[way];
  if (kept !== undefined) return kept;
  const bits = CASE_KEYS.filter((key) => isCountedIn(key, classification)).reduce(
    (sum, key) => sum | bitOf(key),
    0,
  );
  known[way] = bits;
  return bits;
}

export function listKeys(bits: number): CaseKey[] {
  return CASE_KEYS.filter((key) => (bits & bitOf(key)) !== 0);
}

const has = (bits: number, key: CaseKey): boolean => (bits & bitOf(key)) !== 0;

/** What a case was classified as, read back. */
export function classificationOf(
  bits: number,
  isActive: boolean,
  reasons: Classification['reasons'],
): Classification {
  const isDefendant = has(bits, 'ISDEFENDANT');
  const natures = {
    execution: has(bits, 'RISK_EXECUTION'),
    labour: has(bits, 'RISK_WORKER'),
    criminal: has(bits, 'RISK_CRIMINAL'),
  };
  const other = has(bits, 'ISAUTHOR') ? 'AUTHOR' : 'NOT_CLASSIFIED';
  return { side: isDefendant ? 'DEFENDANT' : other, natures, isActive, reasons };
}
