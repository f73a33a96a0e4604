// The parts of an analysis and how far each has come.
import type { CheckedSource } from './ports.ts';

export const STATUSES = ['INITIAL', 'PROCESSING', 'DONE', 'ERROR'] as const;
export type Status = (typeof STATUSES)[number];

export const STEPS = ['cases', 'protests', 'debts', 'partners', 'report'] as const;
export type Step = (typeof STEPS)[number];

export type StepState = {
  readonly status: Status;
  /** How often it was tried in vain. */
  readonly failures: number;
  readonly checkedAt?: string;
  readonly fault?: string;
  /** By the name of a live source, how often it was asked in vain. */
  readonly sourceFailures?: Readonly<Record<string, number>>;
  readonly sources?: readonly Omit<CheckedSource, 'step'>[];
};
export type StepStates = Readonly<Record<Step, StepState>>;

/** As the database keeps them: states that are not there yet have not begun. */
export function readSteps(stored: Partial<StepStates>): StepStates {
  const state = (step: Step): StepState => stored[step] ?? { status: 'INITIAL', failures: 0 };
  return {
    cases: state('cases'),
    protests: state('protests'),
    debts: state('debts'),
    partners: state('partners'),
    report: state('report'),
  };
}

/** One that was looked at and has no source stays INITIAL, and has ended all the same. */
export function isOpen({ status, checkedAt }: StepState): boolean {
  return status === 'PROCESSING' || (status === 'INITIAL' && checkedAt === undefined);
}

export function listSources(steps: StepStates): CheckedSource[] {
  return STEPS.flatMap((step) =>
    step === 'report'
      ? []
      : (steps[step].sources ?? []).map((source): CheckedSource => Object.assign({ step }, source)),
  );
}
