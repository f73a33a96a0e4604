// The sandbox's country, written as the publishers write theirs. The same seed, size and day give the same bytes.
import { mkdir } from 'node:fs/promises';
import { isoDate, parseDay } from './calendar.ts';
import { writeCaseFiles } from './case-files.ts';
import { writeDebtFiles } from './debt-files.ts';
import { writeManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { manyCasesOf } from './many-cases.ts';
import { MAX_CASES, MAX_COMPANIES, MAX_PEOPLE } from './numbers.ts';
import { DEFAULT_SEED, DEFAULT_TODAY, Population } from './population.ts';
import type { PopulationSize } from './population.ts';
import { writeProtestFile } from './protest-file.ts';
import { writeReceitaFiles } from './receita-files.ts';
import { writeTpuFiles } from './tpu-file.ts';

export type { Manifest, ManifestFile, Source } from './manifest.ts';
export { DEFAULT_SEED, DEFAULT_TODAY, SIZES } from './population.ts';
export type { PopulationSize } from './population.ts';

export type Progress = { step: 'companies' | 'debts' | 'protests' | 'cases'; done: number; total: number };
export type GenerateOptions = {
  size: PopulationSize;
  folder: string;
  seed?: number;
  /** A date, such as 2026-11-01. */
  today?: string;
  onProgress?: (progress: Progress) => void;
};

/** What is wrong with a size, as a sentence, or null. */
export function judgeSize({ people, companies, cases }: PopulationSize): string | null {
  const isWithin = (value: number, most: number): boolean =>
    Number.isInteger(value) && value >= 10 && value <= most;
  if (!isWithin(people, MAX_PEOPLE)) return `There are 10 to ${MAX_PEOPLE} people.`;
  if (!isWithin(companies, MAX_COMPANIES)) return `There are 10 to ${MAX_COMPANIES} companies.`;
  if (!isWithin(cases, MAX_CASES)) return `There are 10 to ${MAX_CASES} cases.`;
  return null;
}

export async function generateSandbox(options: GenerateOptions): Promise<Manifest> {
  const { size, folder, seed = DEFAULT_SEED, today = DEFAULT_TODAY, onProgress = () => undefined } = options;
  const [fault, day] = [judgeSize(size), parseDay(today)];
  if (fault !== null) throw new RangeError(fault);
  if (day === null) throw new RangeError('today must be a date, such as 2026-11-01');
  await mkdir(folder, { recursive: true });
  const population = new Population(size, seed, day);
  const { companies, cases } = size;
  const files = [
    ...(await writeReceitaFiles(population, folder, (done) => {
      onProgress({ step: 'companies', done, total: companies });
    })),
    ...(await writeDebtFiles(population, folder)),
    ...(await writeProtestFile(population, folder)),
    ...(await writeTpuFiles(folder)),
    ...(await writeCaseFiles(population, folder, (done) => {
      onProgress({ step: 'cases', done, total: cases });
    })),
  ];
  const manifest: Manifest = { seed, today: isoDate(day), size, manyCases: manyCasesOf(cases), files };
  await writeManifest(folder, manifest);
  return manifest;
}
