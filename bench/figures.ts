// Figures with a limit of their own rather than a ratio to something: how fast jobs run and how soon things are seen.
import { measureFeedDelay } from './feed-delay.ts';
import { measureJobRate, measureWakeUp } from './job-pace.ts';
import type { Crew } from './probes.ts';
import type { FigureLimit } from './verdict.ts';

export type Unit = 'jobs/s' | 'rows/s' | 's' | 'ms' | 'MB' | '×';

export type Figure = {
  /** Short, for `--only`. */
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  readonly limit: FigureLimit;
  /** One round. */
  readonly measure: (crew: Crew) => Promise<number>;
};

export const FIGURES: readonly Figure[] = [
  {
    id: 'jobs',
    title: 'jobs, enqueued to settled',
    unit: 'jobs/s',
    limit: { atLeast: 1000 },
    measure: measureJobRate,
  },
  {
    id: 'wake',
    title: 'job, commit to start, p50',
    unit: 'ms',
    limit: { atMost: 20 },
    measure: measureWakeUp,
  },
  {
    id: 'feed',
    title: 'event, commit to follower, p95',
    unit: 'ms',
    limit: { atMost: 250 },
    measure: measureFeedDelay,
  },
];
