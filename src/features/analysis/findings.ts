// What an analysis keeps of debts, protests and partners beside the summary.
import type { Debt, LiveProtest } from '../debts/index.ts';
import type { Tie } from './report-input.ts';

export type Findings = {
  readonly debts: readonly Debt[];
  readonly protests: readonly LiveProtest[];
  readonly partners: readonly Tie[];
};
