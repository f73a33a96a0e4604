// Merges what was staged of one source. Reads as the story; the statements are in the stores beside it.
import type {
  ChangeCounts,
  ChangeOrigin,
  ImportRun,
  ImportTransaction,
} from '../../platform/imports/definition.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';
import { noteChangedCases, noteFactsBefore } from './merge-changes.ts';
import {
  dropOlderLines,
  dropOlderRecords,
  dropStaleLines,
  dropStaleRecords,
  findHeld,
  findRepeated,
} from './merge-choice-store.ts';
import { analyzeNewParties, openNewParties, writeParties } from './merge-parties-store.ts';
import { recomputeMixed } from './merge-recompute.ts';
import {
  analyzeStage,
  closeStage,
  findChangedRecords,
  noteAddedMovements,
  noteServedParties,
  openStage,
  waitForOtherMerges,
  writeRecords,
} from './merge-store.ts';
import type { Removal } from './merge-store.ts';
import type { CaseSource } from './ports.ts';

export function prepareCases(tx: ImportTransaction, run: ImportRun): Promise<void> {
  return analyzeStage(tx, run.source);
}

export async function mergeImportedCases(
  tx: ImportTransaction,
  run: ImportRun,
  { namesAllRecords }: Pick<CaseSource, 'namesAllRecords'>,
): Promise<ChangeCounts> {
  await waitForOtherMerges(tx);
  await openStage(tx, run.source);
  const counts = await mergeStagedCases(tx, run, namesAllRecords ? 'of-number' : 'none');
  await closeStage(tx);
  return counts;
}

export async function noteImportedCases(tx: ImportTransaction, run: ImportRun): Promise<void> {
  await openStage(tx, run.source);
  await noteChangedCases(tx);
  await closeStage(tx);
}

/** What is staged must be under the names that `openStage` gives it, and other merges must be waited for. */
export async function mergeStagedCases(
  tx: ImportTransaction,
  { source, importId, startedAt: fetchedAt }: ChangeOrigin,
  removal: Removal,
): Promise<ChangeCounts> {
  await chooseLines(tx, source, removal === 'of-number');
  await findChangedRecords(tx, source, removal);
  await noteAddedMovements(tx, PUBLIC_ONLY_SOURCES.has(source));
  await noteServedParties(tx);
  await noteFactsBefore(tx);
  await openNewParties(tx);
  const records = await writeRecords(tx, { source, importId, fetchedAt });
  await recomputeMixed(tx);
  await analyzeNewParties(tx);
  const parties = await writeParties(tx, fetchedAt);
  return { case_records: records, case_parties: parties };
}

async function chooseLines(tx: ImportTransaction, source: string, namesAllRecords: boolean): Promise<void> {
  if ((await findRepeated(tx)) > 0) await (namesAllRecords ? dropOlderLines(tx) : dropOlderRecords(tx));
  if ((await findHeld(tx, source)) > 0) await (namesAllRecords ? dropStaleLines(tx) : dropStaleRecords(tx));
}
