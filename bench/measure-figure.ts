// Measures a figure with a limit of its own: one round warms up, the others count.
import type { Figure, Unit } from './figures.ts';
import type { Pace } from './measure.ts';
import type { Crew } from './probes.ts';
import { median, spread } from './statistics.ts';
import { judgeFigure } from './verdict.ts';
import type { FigureLimit, Verdict } from './verdict.ts';

export type FigureResult = {
  readonly id: string;
  readonly title: string;
  readonly unit: Unit;
  /** Null for a figure that only explains another. */
  readonly limit: FigureLimit | null;
  /** One a round. */
  readonly values: readonly number[];
  readonly median: number;
  readonly spread: number;
  readonly verdict: Verdict;
};

export async function measureFigure(
  crew: Crew,
  figure: Figure,
  { rounds, say }: Pick<Pace, 'rounds'> & { say: (line: string) => void },
): Promise<FigureResult> {
  const { id, title, unit, limit, measure } = figure;
  await measure(crew);
  const values: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const value = await measure(crew);
    values.push(value);
    say(`  ${id} round ${round}/${rounds}: ${value.toFixed(1)} ${unit}`);
  }
  return conclude({ id, title, unit, limit, values });
}

export function conclude(
  figure: Pick<FigureResult, 'id' | 'title' | 'unit' | 'limit' | 'values'>,
): FigureResult {
  const { values, limit } = figure;
  return { ...figure, median: median(values), spread: spread(values), verdict: judgeFigure(values, limit) };
}
