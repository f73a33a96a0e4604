// How a run begins: with what a stopped one has left, when it was about the same files, and anew otherwise.
import * as audit from './audit-rows.ts';
import type { ImportConnection } from './connection.ts';
import type { ImportDefinition, ImportRun } from './definition.ts';
import type { CheckedFile } from './input-files.ts';
import { describeProcess } from './runners.ts';
import { createStage, dropStage, findStage, NOTHING_READ } from './stage.ts';
import type { Progress } from './stage.ts';

export type Started = ImportRun & { readonly progress: Progress; readonly isResumed: boolean };

export type Beginning = {
  readonly connection: ImportConnection;
  readonly definition: ImportDefinition;
  readonly files: readonly CheckedFile[];
  /** Throws away what a stopped run has staged. */
  readonly restart: boolean;
};

async function takeUp(
  connection: ImportConnection,
  definition: ImportDefinition,
  notes: readonly audit.FileNote[],
): Promise<{ importId: string; progress: Progress } | null> {
  const left = await findStage(connection, definition);
  if (left === null || !audit.areSameFiles(await audit.findFiles(connection, left.importId), notes)) {
    return null;
  }
  await connection.transaction(async (tx) => {
    await audit.closeDeadRuns(tx, definition.source);
    await audit.takeUpImport(tx, left.importId, describeProcess());
  });
  return left;
}

function beginAnew(
  connection: ImportConnection,
  definition: ImportDefinition,
  row: { files: readonly audit.FileNote[]; edition: string | null },
): Promise<string> {
  const { source } = definition;
  return connection.transaction(async (tx) => {
    await audit.closeDeadRuns(tx, source);
    await dropStage(tx, definition);
    const id = await audit.insertImport(tx, { ...row, source, runBy: describeProcess() });
    await createStage(tx, definition, id);
    await audit.forgetOldQuarantine(tx, source);
    return id;
  });
}

export async function beginRun({ connection, definition, files, restart }: Beginning): Promise<Started> {
  const notes = audit.noteFiles(files);
  const edition = definition.editionOf?.(files) ?? null;
  const left = restart ? null : await takeUp(connection, definition, notes);
  const importId = left?.importId ?? (await beginAnew(connection, definition, { files: notes, edition }));
  return {
    importId,
    source: definition.source,
    edition,
    startedAt: await audit.getStart(connection, importId),
    progress: left?.progress ?? NOTHING_READ,
    isResumed: left !== null,
  };
}
