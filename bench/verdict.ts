// What the rounds of a row allow to say.
import { median, spread } from './statistics.ts';

/** Rounds further apart than this say more about the machine than about the program. */
const LARGEST_SPREAD = 0.2;

export type Verdict = 'met' | 'MISSED' | 'no limit' | 'no conclusion' | 'INVALID' | 'not run';

export type Evidence = {
  /** One figure a round: the ratio to the baseline, or the requests a second of a row without one. */
  readonly figures: readonly number[];
  readonly limit: number | null;
  /** Refused answers and broken connections; one of them is enough, as an error may be quicker than an answer. */
  readonly faults: readonly string[];
};

export function judge({ figures, limit, faults }: Evidence): Verdict {
  if (faults.length > 0) return 'INVALID';
  if (figures.length === 0) return 'not run';
  if (spread(figures) > LARGEST_SPREAD) return 'no conclusion';
  if (limit === null) return 'no limit';
  return median(figures) >= limit ? 'met' : 'MISSED';
}

export type FigureLimit = { readonly atLeast: number } | { readonly atMost: number };

/** Every round must keep the limit: nothing beside it slows down with the machine. If most do, it is told as open. */
export function judgeFigure(values: readonly number[], limit: FigureLimit | null): Verdict {
  if (values.length === 0) return 'not run';
  if (limit === null) return 'no limit';
  const keeps = (value: number): boolean =>
    'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
  if (values.every(keeps)) return 'met';
  return keeps(median(values)) ? 'no conclusion' : 'MISSED';
}
