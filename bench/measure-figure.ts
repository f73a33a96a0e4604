// Measures a figure with a limit of its own: one round warms up, the others count.
import type { Figure } from './figures.ts';
import type { Pace } from './measure.ts';
import type { Crew } from './probes.ts';
import { median, spread } from './statistics.ts';
import { judgeFigure } from './verdict.ts';
import type { Verdict } from './verdict.ts';

export type FigureResult = {
  readonly id: string;
  readonly title: string;
  readonly unit: Figure['unit'];
  readonly limit: Figure['limit'];
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
  const verdict = judgeFigure(values, limit);
  return { id, title, unit, limit, values, median: median(values), spread: spread(values), verdict };
}
