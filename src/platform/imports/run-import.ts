// One run of an import from its files to its audit row. Reads as the story; each chapter has its own file.
import { endImport, noteFiles } from './audit-rows.ts';
import { beginRun } from './beginning.ts';
import type { Started } from './beginning.ts';
import type { ImportConnection } from './connection.ts';
import type { ChangeCounts, ChangeWatcher, ImportDefinition, PlanOptions } from './definition.ts';
import { checksumOfAll, connectImporter, recordFailure, recordRefusal } from './ending.ts';
import type { DatabaseAddress } from './ending.ts';
import { toImportFault } from './failure.ts';
import type { ImportFault } from './fault.ts';
import type { CheckedFile } from './input-files.ts';
import { dropOrphans } from './orphans.ts';
import { publish } from './publication.ts';
import { readFiles } from './reading.ts';
import type { ReportProgress } from './reading.ts';
import { lockSource } from './source-lock.ts';
import type { Progress } from './stage.ts';
import { CHUNK_BYTES } from './staging-sink.ts';
import { verifyNothingVanishes, verifyRead } from './verification.ts';

export type ImportOptions = PlanOptions & {
  readonly maxSetAsidePercent: number;
  /** Throws away what a stopped run has staged. */
  readonly restart: boolean;
};

export type ImportSurroundings = DatabaseAddress & {
  readonly definitions: readonly ImportDefinition[];
  readonly watchers: readonly ChangeWatcher[];
  readonly report: ReportProgress;
  /** How much is read between two commits; tests take less. */
  readonly chunkBytes?: number;
};

/** Files, or how to open them; what is wrong with them then goes into the audit row as well. */
export type Inputs = readonly CheckedFile[] | (() => Promise<readonly CheckedFile[]>);

export type ImportResult = {
  importId: string;
  rowsRead: number;
  rowsSetAside: number;
  warnings: Readonly<Record<string, number>>;
  changed: ChangeCounts;
  checksum: string | null;
  isResumed: boolean;
};

type Parts = {
  around: ImportSurroundings;
  connection: ImportConnection;
  definition: ImportDefinition;
  files: readonly CheckedFile[];
  options: ImportOptions;
};

async function readAndPublish(
  parts: Parts,
  started: Started,
  kept: { progress: Progress },
): Promise<ImportResult> {
  const { around, connection, definition, files, options } = parts;
  const keep = (progress: Progress): void => {
    kept.progress = progress;
  };
  const verify = (): void => verifyRead(definition.source, kept.progress, options.maxSetAsidePercent);
  const { chunkBytes = CHUNK_BYTES } = around;
  const target = { connection, definition, importId: started.importId, chunkBytes };
  await readFiles({ target, files, from: started.progress, report: around.report, keep });
  verify();
  if (!options.allowIncomplete) {
    await verifyNothingVanishes(connection, definition);
  }
  const notes = noteFiles(files);
  const checksum = checksumOfAll(notes);
  const changed = await publish({
    connection,
    definition,
    run: started,
    steps: {
      watchers: around.watchers,
      onStep: (step) => around.report({ kind: 'step', step }),
      onDuplicates: (count) => {
        keep({ ...kept.progress, rowsSetAside: kept.progress.rowsSetAside + count });
        verify();
      },
      finish: (tx, counts) => {
        const end = { state: 'done', progress: kept.progress, files: notes, checksum, reason: null } as const;
        return endImport(tx, started.importId, { ...end, changed: counts });
      },
    },
  });
  const { rowsRead, rowsSetAside, warnings } = kept.progress;
  const { importId, isResumed } = started;
  return { importId, rowsRead, rowsSetAside, warnings, changed, checksum, isResumed };
}

/** On the run's own connection, or a new one when that is lost. */
async function fail(parts: Parts, started: Started, progress: Progress, fault: ImportFault): Promise<void> {
  const { around, connection, definition, files } = parts;
  const failure = { importId: started.importId, files: noteFiles(files), progress, fault };
  if (connection.isAlive()) {
    await recordFailure(connection, definition, failure);
    return;
  }
  const another = await connectImporter(around, definition.source);
  try {
    await recordFailure(another, definition, failure);
  } finally {
    await another.close();
  }
}

async function runLocked(parts: Parts): Promise<ImportResult> {
  const { connection, definition, files, options } = parts;
  await dropOrphans(connection, parts.around.definitions);
  const started = await beginRun({ connection, definition, files, restart: options.restart });
  const kept = { progress: started.progress };
  try {
    return await readAndPublish(parts, started, kept);
  } catch (error) {
    const fault = toImportFault(error);
    // Without a database nothing can be recorded; the next run finds the row and says that its process is gone.
    await fail(parts, started, kept.progress, fault).catch(() => undefined);
    throw fault;
  }
}

async function prepare(
  around: ImportSurroundings,
  definition: ImportDefinition,
  inputs: Inputs,
  options: ImportOptions,
): Promise<CheckedFile[]> {
  try {
    const opened = typeof inputs === 'function' ? await inputs() : inputs;
    const planned = definition.plan?.(opened, options) ?? opened;
    return planned.map((file) => opened.find((each) => each === file)).filter((file) => file !== undefined);
  } catch (error) {
    const fault = toImportFault(error);
    if (fault.kind === 'refused') {
      await recordRefusal(around, definition.source, fault).catch(() => undefined);
    }
    throw fault;
  }
}

/** Throws an `ImportFault`, whatever went wrong. */
export async function runImport(
  around: ImportSurroundings,
  definition: ImportDefinition,
  inputs: Inputs,
  options: ImportOptions,
): Promise<ImportResult> {
  const files = await prepare(around, definition, inputs, options);
  try {
    const connection = await connectImporter(around, definition.source);
    try {
      await lockSource(connection, definition.source);
      return await runLocked({ around, connection, definition, files, options });
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw toImportFault(error);
  }
}
