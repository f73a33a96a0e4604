// Figures of the product as a whole: what callers wait for from their request to the result.
import type { FigureResult } from '../measure-figure.ts';
import type { Place } from '../registry/scratch.ts';
import { measureBatch } from './batch.ts';
import { measureLarge, measureMillion } from './large.ts';
import { measureSmall, SMALL_JOURNEYS } from './small.ts';
import type { Measuring } from './small.ts';

export const JOURNEYS = [...SMALL_JOURNEYS, 'large-analysis', 'batch', 'million'] as const;
export type Journey = (typeof JOURNEYS)[number];
/** Minutes of work, so that only the full run has it. */
export const FULL_JOURNEYS: readonly Journey[] = ['batch', 'million'];

export async function measureJourneys(
  place: Place,
  wanted: readonly Journey[],
  measuring: Measuring,
): Promise<FigureResult[]> {
  const told: FigureResult[] = [];
  const small = SMALL_JOURNEYS.filter((id) => wanted.includes(id));
  if (wanted.length > 0) measuring.say('From the request to the result');
  if (small.length > 0) told.push(...(await measureSmall(place, small, measuring)));
  if (wanted.includes('large-analysis'))
    told.push(...(await measureLarge('large-analysis', place, measuring)));
  if (wanted.includes('batch')) told.push(...(await measureBatch('batch', place, measuring)));
  if (wanted.includes('million')) told.push(...(await measureMillion('million', place, measuring)));
  return told;
}
