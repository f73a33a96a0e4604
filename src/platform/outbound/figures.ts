// Figures of the sources for Prometheus. Labels are names of ours, never routes as asked.
import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import type { Registry } from '@prometheus-io/client';
import type { BreakerState } from './breaker.ts';
import type { FaultCode } from './outcome.ts';

export type Ended = {
  source: string;
  outcome: 'ready' | 'empty' | 'pending' | 'failed';
  fault: FaultCode | '';
  seconds: number;
  costCents: number;
};

export type SourceObserver = {
  ended(call: Ended): void;
  breaker(source: string, state: BreakerState): void;
  /** An answer about somebody else: a privacy incident, for an alert. */
  mismatch(source: string): void;
};

export const NO_FIGURES: SourceObserver = {
  ended: () => undefined,
  breaker: () => undefined,
  mismatch: () => undefined,
};

const STATES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

export function createSourceFigures(registry: Registry): SourceObserver {
  const registers = [registry];
  const calls = new Counter({
    name: 'farol_source_calls_total',
    help: 'Calls of a source by how they ended',
    labelNames: ['source', 'outcome', 'fault'],
    registers,
  });
  const seconds = new Histogram({
    name: 'farol_source_call_seconds',
    help: 'Time from a question to its outcome, repeats included',
    labelNames: ['source'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
    registers,
  });
  const state = new Gauge({
    name: 'farol_source_breaker',
    help: 'Circuit breaker of a source: 0 closed, 1 half open, 2 open',
    labelNames: ['source'],
    registers,
  });
  const cost = new Counter({
    name: 'farol_source_cost_cents_total',
    help: 'What the calls of a source cost, in centavos, as configured',
    labelNames: ['source'],
    registers,
  });
  const mismatches = new Counter({
    name: 'farol_source_subject_mismatches_total',
    help: 'Answers of a source that were about another document than asked',
    labelNames: ['source'],
    registers,
  });
  return {
    ended: ({ source, outcome, fault, seconds: took, costCents }) => {
      calls.inc({ source, outcome, fault });
      seconds.observe({ source }, took);
      cost.inc({ source }, costCents);
    },
    breaker: (source, now) => state.set({ source }, STATES[now]),
    mismatch: (source) => mismatches.inc({ source }),
  };
}
