// Many analyses from the registry alone: read side by side in one snapshot, and written from making to end in one
// transaction, so that there is never a part of one. Their spreadsheets are written when somebody first consults them.
import type { Document } from '../../documents/document.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { rememberReads } from '../../platform/db/snapshot-reads.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { readCaseFreshness } from '../cases/index.ts';
import { holdSnapshot } from './case-store.ts';
import { readAllFindings } from './finding.ts';
import { freezeFewCases } from './freezing.ts';
import { enqueueRuns, makeAnalyses } from './making.ts';
import type { AnalysisToMake } from './making.ts';
import { beginNewRun, setStep } from './run-state.ts';
import type { AnalysisJobParts, Run } from './run-state.ts';
import { endRun, keepFound } from './settling.ts';
import { claimNewAnalyses } from './store.ts';
import { readSubject } from './subject-reading.ts';

/** A document with more cases has a run of its own, which writes its list in parts. */
const MOST_CASES = 500;
/** Nobody has taken it up before. */
const FIRST_ATTEMPT = 1;

/** `id` was drawn ahead, and the unit was charged under it. */
export type ChargedDocument = { readonly id: string; readonly document: Document; readonly planId: number };
export type ReadAnalysis = { readonly charged: ChargedDocument; readonly run: Run };
export type ManyRead = {
  readonly read: readonly ReadAnalysis[];
  /** Those that need a run of their own. */
  readonly large: readonly ChargedDocument[];
};
export type ManyAsked = {
  readonly organizationId: number;
  /** Who asked, as the audit names callers. */
  readonly actor: string;
};

/** Live sources are asked document by document, and answer in their own time. */
export function canReadMany({ live }: AnalysisJobParts): boolean {
  return live.lawsuits.length === 0 && live.protests.length === 0;
}

function openRun(parts: AnalysisJobParts, attempt: Attempt<unknown>, { id, document }: ChargedDocument): Run {
  return beginNewRun(parts, attempt, {
    held: { organizationId: attempt.organizationId, analysisId: id, attempt: FIRST_ATTEMPT },
    documentId: '',
    documentHash: hashDocument(parts.keyring, document),
    document,
    createdAt: parts.clock.now(),
    ageSeconds: 0,
    name: '',
    registryStatus: '',
  });
}

/** Statements of all documents travel together. One that fails fails all: which one it was nobody can tell. */
export function readManyAnalyses(
  parts: AnalysisJobParts,
  attempt: Attempt<unknown>,
  documents: readonly ChargedDocument[],
): Promise<ManyRead> {
  return parts.database.transaction(NO_SCOPE, async (snapshot) => {
    await holdSnapshot(snapshot);
    // How fresh the sources are is asked of every document.
    const tx = rememberReads(snapshot);
    const about = { most: MOST_CASES, freshness: await readCaseFreshness(tx) };
    const runs = await Promise.all(
      documents.map(async (charged) => {
        const run = openRun(parts, attempt, charged);
        if (!(await freezeFewCases(tx, run, about))) return { charged, run: null };
        await readAllFindings(tx, run);
        setStep(run, 'report', { status: 'DONE', checkedAt: parts.clock.now().toISOString() });
        return { charged, run };
      }),
    );
    return {
      read: runs.flatMap(({ charged, run }) => (run === null ? [] : [{ charged, run }])),
      large: runs.flatMap(({ charged, run }) => (run === null ? [charged] : [])),
    };
  });
}

export async function writeManyAnalyses(
  tx: Transaction,
  { organizationId, actor }: ManyAsked,
  read: readonly ReadAnalysis[],
): Promise<void> {
  const [first] = read;
  if (first === undefined) return;
  const wanted = read.map(({ charged, run }) => ({
    ...charged,
    organizationId,
    actor,
    run,
    name: run.name,
    registryStatus: run.registryStatus,
    createdAt: run.createdAt.toISOString(),
  }));
  const made = await makeAnalyses(tx, first.run.keyring, wanted);
  claimNewAnalyses(
    tx,
    organizationId,
    wanted.map(({ id }) => id),
  );
  const ended = await Promise.all(
    made.map(async ({ wanted: { run }, added }) => {
      const known = { ...run, documentId: added.document_id };
      await keepFound(tx, known);
      return endRun(tx, known, null);
    }),
  );
  if (ended.includes(0)) {
    throw new Error('An analysis was not brought to its end');
  }
}

/** Each goes on by a job of its own. */
export async function beginAnalyses(
  tx: Transaction,
  { organizationId, actor }: ManyAsked,
  {
    parts,
    documents,
  }: { parts: Pick<AnalysisJobParts, 'keyring' | 'clock'>; documents: readonly ChargedDocument[] },
): Promise<void> {
  const createdAt = parts.clock.now().toISOString();
  const wanted = await Promise.all(
    documents.map(async (charged): Promise<AnalysisToMake> => {
      const { name, registryStatus } = await readSubject(tx, charged.document);
      return { ...charged, organizationId, actor, name: name ?? '', registryStatus, createdAt };
    }),
  );
  await makeAnalyses(tx, parts.keyring, wanted);
  await enqueueRuns(tx, wanted);
}
