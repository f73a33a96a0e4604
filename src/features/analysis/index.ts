// What the rest of the program may use of analyses.
export { centsOf } from './case-value.ts';
export { classify } from './classification.ts';
export type { Reason } from './classification.ts';
export { SUMMARY_KEYS, createSummary, findInvariantFaults } from './summary.ts';
export type { SummaryKey, SummaryWire } from './summary.ts';
