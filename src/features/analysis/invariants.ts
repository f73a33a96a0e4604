// What is always true of an analysis, for counts and for values. It reads the summary as it is answered and knows nothing of
// how it was made, so that it can also judge one that was stored.
import { centsOf } from './case-value.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';
import type { SummaryKey, SummaryWire } from './summary-keys.ts';

type Sum = readonly SummaryKey[];

const SIDES: Sum = ['ISDEFENDANT', 'ISAUTHOR', 'PERSON_NOT_CLASSIFIED'];
const SIDES_WITH_RISK: Sum = [
  'ISDEFENDANT_WITH_RISK',
  'ISAUTHOR_WITH_RISK',
  'PERSON_NOT_CLASSIFIED_WITH_RISK',
];
const LIVES_WITH_RISK: Sum = ['IS_ACTIVE_WITH_RISK', 'IS_INACTIVE_WITH_RISK'];
const LIVES: Sum = [...LIVES_WITH_RISK, 'IS_ACTIVE_WITHOUT_RISK', 'IS_INACTIVE_WITHOUT_RISK'];

const EQUAL: readonly (readonly [Sum, Sum])[] = [
  [['ALL'], SIDES],
  [['ALL'], LIVES],
  [SIDES_WITH_RISK, LIVES_WITH_RISK],
];
const AT_MOST: readonly (readonly [Sum, Sum])[] = [
  [['ISDEFENDANT_WITH_RISK'], ['ISDEFENDANT']],
  [['ISAUTHOR_WITH_RISK'], ['ISAUTHOR']],
  [['PERSON_NOT_CLASSIFIED_WITH_RISK'], ['PERSON_NOT_CLASSIFIED']],
  [['WORKER_WITH_RISK'], ['RISK_WORKER']],
  [['CRIMINAL_WITH_RISK'], ['RISK_CRIMINAL']],
  [['EXECUTION_WITH_RISK'], ['RISK_EXECUTION']],
  [['LITIGATION'], ['IS_ACTIVE_WITH_RISK', 'IS_ACTIVE_WITHOUT_RISK']],
];

/** Rows of the two spreadsheets, where they are made already. */
export type SheetRows = { readonly full: number; readonly risk: number };

/** One sentence for each line that does not hold; nothing when all is well. */
export function findInvariantFaults(summary: SummaryWire, rows?: SheetRows): string[] {
  const faults = findKeyFaults(summary);
  if (faults.length > 0) return faults;
  for (const [measure, read] of MEASURES) {
    const total = (keys: Sum): bigint => keys.reduce((sum, key) => sum + read(summary, key), 0n);
    const say = (left: Sum, sign: string, right: Sum): string =>
      `${measure}: ${left.join(' + ')} (${total(left)}) ${sign} ${right.join(' + ')} (${total(right)}) does not hold`;
    for (const [left, right] of EQUAL) if (total(left) !== total(right)) faults.push(say(left, '=', right));
    for (const [left, right] of AT_MOST) if (total(left) > total(right)) faults.push(say(left, '≤', right));
  }
  return rows === undefined ? faults : [...faults, ...findRowFaults(summary, rows)];
}

const MEASURES: readonly (readonly [string, (summary: SummaryWire, key: SummaryKey) => bigint])[] = [
  ['count', (summary, key) => BigInt(summary[key].totalProcess)],
  ['cents', (summary, key) => centsOf(summary[key].vltotalProcess)],
];

function findKeyFaults(summary: SummaryWire): string[] {
  const found = Object.keys(summary);
  const isWhole = found.length === SUMMARY_KEYS.length && SUMMARY_KEYS.every((key) => key in summary);
  if (!isWhole) return [`the keys are not the 20 of the contract: ${found.join(' ')}`];
  return SUMMARY_KEYS.filter((key) => {
    const { totalProcess, vltotalProcess } = summary[key];
    return !Number.isSafeInteger(totalProcess) || totalProcess < 0 || !/^\d+\.\d\d$/.test(vltotalProcess);
  }).map((key) => `${key} is no count with an amount`);
}

function findRowFaults(summary: SummaryWire, { full, risk }: SheetRows): string[] {
  const faults: string[] = [];
  const all = summary.ALL.totalProcess;
  const withRisk = summary.IS_ACTIVE_WITH_RISK.totalProcess + summary.IS_INACTIVE_WITH_RISK.totalProcess;
  if (full !== all) faults.push(`rows: the full sheet has ${full}, ALL is ${all}`);
  if (risk !== withRisk) faults.push(`rows: the risk sheet has ${risk}, the life keys with risk ${withRisk}`);
  return faults;
}
