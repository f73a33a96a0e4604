// Many analyses from the registry alone: read side by side in one snapshot, and written from making to end in one
// transaction, so that there is never a part of one. Their spreadsheets are written when somebody first consults them.
import type { Document } from '../../documents/document.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { NO_SCOPE } from '../../platform/db/scope.ts';
import { rememberReads } from '../../platform/db/snapshot-reads.ts';
import type { Attempt } from '../../platform/jobs/attempt.ts';
import { listCaseCodes, readCaseFreshness } from '../cases/index.ts';
import type { CaseCodes, DossierCase } from '../cases/index.ts';
import { holdSnapshot } from './case-store.ts';
import { endedStateOf, keepEnded } from './ended-runs.ts';
import { readAllFindings } from './finding.ts';
import { freezeFewCases, readFewCases } from './freezing.ts';
import { enqueueRuns, makeAnalyses, makeEndedAnalyses } from './making.ts';
import type { AnalysisToMake } from './making.ts';
import { beginNewRun, setStep } from './run-state.ts';
import type { AnalysisJobParts, Run } from './run-state.ts';
import { readSubject } from './subject-reading.ts';
import { TERM_CODES } from './terms.ts';

/** A document with more cases has a run of its own, which writes its list in parts. */
const MOST_CASES = 500;
/** Cases whose codes are looked for with one statement. */
const CODES_AT_ONCE = 1000;
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

type Opened = {
  readonly charged: ChargedDocument;
  readonly run: Run;
  readonly cases: readonly DossierCase[];
};
type CodesByNumber = ReadonlyMap<string, CaseCodes>;

/** A case that several of them stand in is looked at once. */
async function readCodes(tx: Transaction, opened: readonly Opened[]): Promise<CodesByNumber> {
  const numbers = [...new Set(opened.flatMap(({ cases }) => cases.map(({ number }) => number)))];
  const found = new Map<string, CaseCodes>();
  for (let at = 0; at < numbers.length; at += CODES_AT_ONCE) {
    const codes = await listCaseCodes(tx, numbers.slice(at, at + CODES_AT_ONCE), TERM_CODES);
    for (const each of codes) found.set(each.number, each);
  }
  return found;
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
    const freshness = await readCaseFreshness(tx);
    const large: ChargedDocument[] = [];
    const opened = await Promise.all(
      documents.map(async (charged): Promise<Opened[]> => {
        const run = openRun(parts, attempt, charged);
        const cases = await readFewCases(tx, run, MOST_CASES);
        if (cases === null) large.push(charged);
        return cases === null ? [] : [{ charged, run, cases }];
      }),
    );
    const few = opened.flat();
    const byNumber = await readCodes(snapshot, few);
    await Promise.all(
      few.map(async ({ run, cases }) => {
        const codes = cases.flatMap(({ number }) => byNumber.get(number) ?? []);
        await freezeFewCases(snapshot, run, { cases, codes, freshness });
        await readAllFindings(tx, run);
        setStep(run, 'report', { status: 'DONE', checkedAt: parts.clock.now().toISOString() });
      }),
    );
    return { read: few.map(({ charged, run }) => ({ charged, run })), large };
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
    ended: endedStateOf(run),
    name: run.name,
    registryStatus: run.registryStatus,
    createdAt: run.createdAt.toISOString(),
  }));
  const made = await makeEndedAnalyses(tx, first.run.keyring, wanted);
  const ended = made.map(({ wanted: { run }, added }) => ({ run, documentId: added.document_id }));
  keepEnded(tx, { organizationId, attempt: FIRST_ATTEMPT }, ended);
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
