// One run of `batches.run`: the next slice of documents, or the end. A slice is read side by side and written in one
// transaction, so that whoever dies in it has done nothing; what cannot go that way is handed to jobs of its own.
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { refundUnits } from '../../platform/effects/ledger.ts';
import { recordEvents } from '../../platform/effects/record.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { handleJob } from '../../platform/jobs/registry.ts';
import type { HandledJob } from '../../platform/jobs/registry.ts';
import {
  beginAnalyses,
  canReadMany,
  chargeSubject,
  readManyAnalyses,
  writeManyAnalyses,
} from '../analysis/index.ts';
import type { AnalysisJobParts, ChargedDocument } from '../analysis/index.ts';
import { BATCH_JOB } from './jobs.ts';
import type { BatchPayload } from './jobs.ts';
import { countDocuments, findBatch, listWaiting } from './queries.ts';
import { readReported } from './report-reading.ts';
import { writeBatchReport } from './report.ts';
import { openDocument } from './sealed-document.ts';
import { cancelWaiting, endBatch, takeLines } from './store.ts';
import type { BatchName, BatchReport } from './store.ts';

/** Short enough that a batch of somebody else soon has its turn. */
const SLICE = 50;
/** Jobs of their own at any time: a single analysis of the same organization stands behind no more of them. */
const MOST_HANDED_ON = 20;
const LOOK_AGAIN_SECONDS = 1;

export type BatchJobParts = { readonly analyses: AnalysisJobParts; readonly store: FileStore };
type Document = ChargedDocument & { readonly line: number };
type Run = BatchName & {
  readonly parts: BatchJobParts;
  readonly database: Database;
  readonly keyring: Keyring;
  readonly attempt: Attempt<BatchPayload>;
  readonly actor: string;
};

async function findSlice(run: Run): Promise<Document[]> {
  const { database, attempt, keyring, organizationId } = run;
  const rows = await database.transaction(attempt.scope, (tx) => listWaiting(tx, run, SLICE));
  return rows.map(({ line, analysis_id: id, plan_id: planId, wrapped_document: sealed }) => {
    const document = openDocument(keyring, { organizationId, analysisId: id }, sealed);
    return { line, id, planId: Number(planId), document };
  });
}

async function handOn(tx: Transaction, run: Run, documents: readonly Document[]): Promise<number> {
  const taken = await takeLines(
    tx,
    run,
    documents.map(({ line }) => line),
  );
  const left = documents.filter(({ line }) => taken.has(line));
  await beginAnalyses(tx, run, { parts: run.parts.analyses, documents: left });
  // None is no fence: all may have been cancelled meanwhile.
  return 1;
}

/** Those that live sources are asked about, as many as there is room for. */
async function handOnSome(run: Run, slice: readonly Document[]): Promise<void> {
  const { attempt, database } = run;
  const { processing } = await database.transaction(attempt.scope, (tx) => countDocuments(tx, run));
  const some = slice.slice(0, Math.max(0, MOST_HANDED_ON - processing));
  await attempt.postpone(LOOK_AGAIN_SECONDS, some.length === 0 ? undefined : (tx) => handOn(tx, run, some));
}

async function runSlice(run: Run, slice: readonly Document[]): Promise<void> {
  const { attempt, parts } = run;
  const { read, large } = await readManyAnalyses(parts.analyses, attempt, slice);
  const lineOf = new Map(slice.map(({ id, line }) => [id, line]));
  // Before the job is completed and not with it: a lease that is renewed meanwhile would wait and then be found lost.
  await attempt.progress(async (tx) => {
    const taken = await takeLines(tx, run, [...lineOf.values()]);
    const isTaken = ({ id }: ChargedDocument): boolean => taken.has(lineOf.get(id) ?? 0);
    await writeManyAnalyses(
      tx,
      run,
      read.filter(({ charged }) => isTaken(charged)),
    );
    await beginAnalyses(tx, run, { parts: parts.analyses, documents: large.filter(isTaken) });
    return 1;
  });
  await attempt.postpone(0);
}

async function tellEnd(tx: Transaction, name: BatchName, report: BatchReport | null): Promise<number> {
  const status = await endBatch(tx, name, report);
  if (status === null) return 0;
  const { organizationId, batchId } = name;
  const { done, error, cancelled } = await countDocuments(tx, name);
  const data = { batchId, status, done, error, cancelled };
  recordEvents(tx, [{ organizationId, type: 'batch.completed', data }]);
  return 1;
}

async function conclude(run: Run): Promise<void> {
  const { attempt, database, keyring, parts } = run;
  const { scope, signal } = attempt;
  const { processing } = await database.transaction(scope, (tx) => countDocuments(tx, run));
  if (processing > 0) {
    await attempt.postpone(LOOK_AGAIN_SECONDS);
    return;
  }
  const documents = readReported({ database, keyring, scope, signal }, run);
  const report = await writeBatchReport(run, documents, parts.store);
  await attempt.settle((tx) => tellEnd(tx, run, report));
}

async function runBatch(parts: BatchJobParts, attempt: Attempt<BatchPayload>): Promise<void> {
  const { database, keyring } = parts.analyses;
  const name = { organizationId: attempt.organizationId, batchId: attempt.payload.batchId };
  const batch = await database.transaction(attempt.scope, (tx) => findBatch(tx, name));
  if (batch?.ended_at !== null) {
    await attempt.settle(() => Promise.resolve(1));
    return;
  }
  const run: Run = { ...name, parts, database, keyring, attempt, actor: batch.actor };
  const slice = await findSlice(run);
  if (slice.length === 0) {
    await conclude(run);
  } else if (!canReadMany(parts.analyses)) {
    await handOnSome(run, slice);
  } else if (attempt.number > 1) {
    // One of them may be what it failed by: each goes on by itself, and the batch without them.
    await attempt.postpone(0, (tx) => handOn(tx, run, slice));
  } else {
    await runSlice(run, slice);
  }
}

/** Tried in vain: what has not run is given back, and what has begun comes to its end by itself. */
async function giveUp(tx: Transaction, name: BatchName): Promise<void> {
  const { organizationId } = name;
  const cancelled = (await cancelWaiting(tx, name, 'ERROR')) ?? [];
  await refundUnits(
    tx,
    cancelled.map((analysisId) => ({ organizationId, subject: chargeSubject(analysisId) })),
  );
  await tellEnd(tx, name, null);
}

export function handleBatchJob(parts: BatchJobParts): HandledJob {
  return handleJob(BATCH_JOB, (attempt) => runBatch(parts, attempt), {
    onDead: (tx, { organizationId, payload }) => giveUp(tx, { organizationId, batchId: payload.batchId }),
  });
}
