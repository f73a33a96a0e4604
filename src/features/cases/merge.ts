// Merges what was staged of one source. Reads as the story; the statements are in the stores beside it.
import type { ChangeCounts, ImportRun, ImportTransaction } from '../../platform/imports/definition.ts';
import {
  dropOlderLines,
  dropOlderRecords,
  dropStaleLines,
  dropStaleRecords,
  findHeld,
  findRepeated,
} from './merge-choice-store.ts';
import { notePartyChanges, openNewParties, writeParties } from './merge-parties-store.ts';
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
import type { CaseSource } from './ports.ts';

export function prepareCases(tx: ImportTransaction, run: ImportRun): Promise<void> {
  return analyzeStage(tx, run.source);
}

export async function mergeCases(
  tx: ImportTransaction,
  run: ImportRun,
  { namesAllRecords }: Pick<CaseSource, 'namesAllRecords'>,
): Promise<ChangeCounts> {
  await waitForOtherMerges(tx);
  await openStage(tx, run.source);
  await chooseLines(tx, run, namesAllRecords);
  await findChangedRecords(tx, run.source, namesAllRecords);
  await noteAddedMovements(tx, run.source);
  await noteServedParties(tx);
  await openNewParties(tx);
  const { source, importId, startedAt: fetchedAt } = run;
  const records = await writeRecords(tx, { source, importId, fetchedAt });
  await recomputeMixed(tx);
  await notePartyChanges(tx);
  const parties = await writeParties(tx, fetchedAt);
  await closeStage(tx);
  return { case_records: records, case_parties: parties };
}

async function chooseLines(tx: ImportTransaction, run: ImportRun, namesAllRecords: boolean): Promise<void> {
  if ((await findRepeated(tx)) > 0) await (namesAllRecords ? dropOlderLines(tx) : dropOlderRecords(tx));
  if ((await findHeld(tx, run.source)) > 0)
    await (namesAllRecords ? dropStaleLines(tx) : dropStaleRecords(tx));
}
