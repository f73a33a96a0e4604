// Generates a country and takes it in through the same imports as real files.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateSandbox, SIZES } from '../../../sandbox/generate.ts';
import type { Progress, Source } from '../../../sandbox/generate.ts';
import type { Config } from '../../config.ts';
import { createClock } from '../../platform/clock.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { openInputs } from '../../platform/imports/input-files.ts';
import { runImport } from '../../platform/imports/run-import.ts';
import { CommandFault } from '../exit.ts';
import type { ProgressLine } from './import-progress.ts';

// Companies first, so that names are known before the cases that carry them.
const ORDER: readonly Source[] = ['tpu', 'receita', 'pgfn', 'protests', 'cases', 'datajud'];

export type LoadOptions = {
  config: Config;
  /** Of the role that owns the tables. */
  databaseUrl: string;
  size: keyof typeof SIZES;
  onProgress: (progress: Progress) => void;
  /** Called once for each import. */
  openProgress: () => ProgressLine;
};

export type LoadedSource = { source: Source; rowsRead: number; setAside: number; seconds: number };

async function importOne(options: LoadOptions, source: Source, folder: string): Promise<LoadedSource> {
  const { config, databaseUrl } = options;
  const { createImports } = await import('../../imports.ts');
  const sources = createImports(createClock(config.clockOffsetMs), config);
  const definition = sources.find(source);
  if (definition === null) {
    throw new CommandFault(`There is no import for ${source}.`);
  }
  const progress = options.openProgress();
  const startedMs = performance.now();
  try {
    const files = await openInputs([folder], { stream: Readable.from([]), name: 'stdin' });
    const around = {
      databaseUrl,
      clockOffsetMs: config.clockOffsetMs,
      definitions: sources.definitions,
      watchers: sources.watchers,
      report: progress.report,
    };
    const { rowsRead, rowsSetAside: setAside } = await runImport(around, definition, files, {
      maxSetAsidePercent: config.importMaxSetAsidePercent,
      restart: false,
      allowIncomplete: false,
    });
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    return { source, rowsRead, setAside, seconds };
  } catch (error) {
    throw error instanceof ImportFault ? new CommandFault(error.message) : error;
  } finally {
    progress.clear();
  }
}

/** The files stay only when something failed: the next load writes the same ones and the import goes on with them. */
export async function loadSandbox(options: LoadOptions): Promise<LoadedSource[]> {
  const { config, size, onProgress } = options;
  const folder = join(config.dataDir, `sandbox-${size}`);
  await generateSandbox({ size: SIZES[size], folder, onProgress });
  const loaded: LoadedSource[] = [];
  for (const source of ORDER) {
    loaded.push(await importOne(options, source, join(folder, source)));
  }
  await rm(folder, { recursive: true, force: true });
  return loaded;
}
