// What was written: for each file how many rows are good and how many are bad on purpose, and its checksum.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PopulationSize } from './population.ts';
import type { SinkResult } from './sink.ts';

export type Source = 'receita' | 'pgfn' | 'datajud' | 'cases' | 'protests' | 'tpu';
export type ManifestFile = SinkResult & { source: Source; path: string };
export type Manifest = {
  seed: number;
  /** The day on which the population is looked at, as a date. */
  today: string;
  size: PopulationSize;
  /** Cases of the test document that has very many. */
  manyCases: number;
  files: ManifestFile[];
};

const MANIFEST_NAME = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, MANIFEST_NAME), `${JSON.stringify(manifest, null, 2)}\n`);
}
