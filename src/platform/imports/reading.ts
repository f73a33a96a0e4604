// Reads the files one after the other into the stage, from where an earlier run stopped.
import type { ImportConnection } from './connection.ts';
import type { ImportDefinition } from './definition.ts';
import type { CheckedFile } from './input-files.ts';
import type { Progress } from './stage.ts';
import { StagingSink } from './staging-sink.ts';

export type ProgressReport =
  | {
      kind: 'reading';
      file: string;
      rowsRead: number;
      rowsSetAside: number;
      bytesRead: number;
      /** Null when standard input is among the files. */
      bytesInAll: number | null;
    }
  | { kind: 'step'; step: string };
export type ReportProgress = (report: ProgressReport) => void;

type Reading = {
  target: {
    connection: ImportConnection;
    definition: ImportDefinition;
    importId: string;
    chunkBytes: number;
  };
  files: readonly CheckedFile[];
  from: Progress;
  report: ReportProgress;
  /** What is staged so far, for the audit row of a run that fails. */
  keep: (progress: Progress) => void;
};

const REPORT_EVERY_MS = 250;

function sumSizes(files: readonly CheckedFile[]): number | null {
  let sum = 0;
  for (const { sizeBytes } of files) {
    if (sizeBytes === null) {
      return null;
    }
    sum += sizeBytes;
  }
  return sum;
}

async function readFile(reading: Reading, index: number, from: Progress): Promise<Progress> {
  const { files, report, keep } = reading;
  const { definition, connection, importId, chunkBytes } = reading.target;
  const file = files[index];
  if (file === undefined) {
    return from;
  }
  const tables = new Map(definition.stage.map((table) => [table.name, table]));
  const sink = new StagingSink(
    { connection, importId, source: definition.source, tables, chunkBytes },
    { index, name: file.name },
    from,
  );
  const bytesBefore = files.slice(0, index).reduce((sum, each) => sum + (each.sizeBytes ?? 0), 0);
  const tell = (): void =>
    report({
      kind: 'reading',
      file: file.name,
      rowsRead: sink.recordsSeen,
      rowsSetAside: sink.setAsideSeen,
      bytesRead: bytesBefore + file.consumedBytes(),
      bytesInAll: sumSizes(files),
    });
  const ticking = setInterval(tell, REPORT_EVERY_MS);
  try {
    await definition.read(file, sink, from.line);
    return await sink.finish();
  } catch (error) {
    await sink.settle();
    throw error;
  } finally {
    clearInterval(ticking);
    tell();
    keep(sink.staged);
  }
}

export async function readFiles(reading: Reading): Promise<void> {
  let progress = reading.from;
  reading.keep(progress);
  while (progress.file < reading.files.length) {
    progress = await readFile(reading, progress.file, progress);
  }
}
