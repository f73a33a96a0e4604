// Starts the importer and waits for what it tells.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from '../servers.ts';

export type Imported = {
  readonly seconds: number;
  /** Of them, for finding who watches what was merged and for telling them. */
  readonly matchSeconds: number;
  /** Of the processor, by the importer and its database session: of the matching, and until its end. */
  readonly matchCpuSeconds: number;
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
};

export async function runImporter(
  folder: string,
  databaseUrl: string,
  source: string,
  path: string,
): Promise<Imported> {
  const logFile = join(folder, 'importer.log');
  const script = new URL('./importer.ts', import.meta.url);
  const { child } = await startChild(script, { logFile, args: [databaseUrl, source, path] });
  const told = await Promise.race([
    once(child, 'message').then(([message]) => message as Imported),
    once(child, 'exit').then(() => null),
  ]);
  if (told === null) throw new Error(`The import failed: ${(await readFile(logFile, 'utf8')).slice(-2000)}`);
  return told;
}
