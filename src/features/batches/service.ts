// Taking a batch, quoting it, telling how far it has come, and cancelling it. Everything is charged when the batch is taken,
// a line of the ledger for each document under the analysis that it becomes; so a batch is either wholly paid for or refused.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { claimRequests, keepAnswers } from '../../platform/effects/idempotency.ts';
import type { IdempotentRequest } from '../../platform/effects/idempotency.ts';
import { chargeUnits, refundUnits } from '../../platform/effects/ledger.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { chargeSubject } from '../analysis/index.ts';
import { dossierOutcome, readCaseFreshness } from '../cases/index.ts';
import { batchToWire, headToWire } from './batch-wire.ts';
import type { SignAddress } from './batch-wire.ts';
import { BATCH_JOB, batchSubject } from './jobs.ts';
import { countDocuments, findBatch, listBatches } from './queries.ts';
import type { BatchRow } from './queries.ts';
import { quoteBatch } from './quote.ts';
import type { ReadLines } from './rules.ts';
import { sealDocument } from './sealed-document.ts';
import { addBatch, addDocuments, cancelWaiting, drawAnalysisIds } from './store.ts';
import type { NewDocument } from './store.ts';

const DEFAULT_LIMIT = 20;
const RETRY_AFTER_SECONDS = 60;
/** Documents that are worked on before others have their turn. */
const AT_ONCE = 250;

export type BatchParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  signAddress: SignAddress;
  /** Whether a live source of court cases is configured. */
  hasLawsuits: boolean;
};

export type Asked = { readonly entry: Entry; readonly actor: string };
export type WantedBatch = Asked & {
  readonly lines: ReadLines;
  /** Null for the lowest that has units left. */
  readonly planId: number | null;
  readonly idempotency: IdempotentRequest | null;
};

/** Answers as JSON text. */
export type BatchService = {
  create(wanted: WantedBatch): Promise<string>;
  /** Changes and charges nothing. */
  quote(wanted: WantedBatch): Promise<string>;
  list(asked: Asked & { after: number | null; limit?: number }): Promise<string>;
  get(asked: Asked & { batchId: number }): Promise<string>;
  cancel(asked: Asked & { batchId: number }): Promise<string>;
};

function requirePlans({ plans }: Entry, planId: number | null): number[] {
  const usable = plans.filter(
    (plan) => plan.features.includes('ANALYTICS') && (planId === null || plan.planId === planId),
  );
  if (usable.length === 0) throw new FarolError('PLAN_NOT_ALLOWED');
  return usable.map((plan) => plan.planId).toSorted((one, other) => one - other);
}

async function requireSource(tx: Transaction, hasLawsuits: boolean): Promise<void> {
  const outcome = dossierOutcome(await readCaseFreshness(tx), false);
  if (outcome !== 'NOTHING_FOUND' && !hasLawsuits) {
    const message = 'No source of court cases was ever read, so nothing can be analysed';
    throw new FarolError('SOURCE_UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

type Drawn = WantedBatch['lines']['documents'][number] & { readonly analysisId: string };

/** Ten thousand of them take a quarter of a second, in which others are to have their turns. */
async function sealAll(
  keyring: Keyring,
  organizationId: number,
  drawn: readonly Drawn[],
): Promise<NewDocument[]> {
  const sealed: NewDocument[] = [];
  for (const { line, analysisId, document } of drawn) {
    const row = { organizationId, analysisId };
    sealed.push({ line, analysisId, sealedDocument: sealDocument(keyring, row, document) });
    if (sealed.length % AT_ONCE === 0) await nextTurn();
  }
  return sealed;
}

/** All or nothing: the units of a batch that cannot be paid for as a whole stay where they are. */
async function charge(
  tx: Transaction,
  organizationId: number,
  { drawn, planIds }: { drawn: readonly Drawn[]; planIds: readonly number[] },
): Promise<number[]> {
  const outcomes = await chargeUnits(
    tx,
    drawn.map(({ analysisId }) => ({
      organizationId,
      units: 1,
      subject: chargeSubject(analysisId),
      planIds,
    })),
  );
  const taken = outcomes.flatMap((outcome) => ('error' in outcome ? [] : [outcome.planId]));
  if (taken.length < drawn.length) {
    const message = `The batch needs ${drawn.length} units, and ${taken.length} are left`;
    throw new FarolError('BALANCE_EXHAUSTED', { message });
  }
  return taken;
}

function requireBatch(row: BatchRow | null): BatchRow {
  if (row === null) throw new FarolError('NOT_FOUND', { message: 'Batch not found' });
  return row;
}

async function takeBatch(
  tx: Transaction,
  parts: BatchParts,
  wanted: WantedBatch,
  planIds: number[],
): Promise<string> {
  const { entry, actor, lines } = wanted;
  const { organizationId } = entry;
  const { keyring, clock } = parts;
  const { documents, refused } = lines;
  const ids = await drawAnalysisIds(tx, documents.length);
  const drawn = documents.map((each, index) => ({ ...each, analysisId: ids[index] ?? '' }));
  // Before anything is charged: from then on whoever is charged under the same plan waits.
  const sealed = await sealAll(keyring, organizationId, drawn);
  const charged = await charge(tx, organizationId, { drawn, planIds });
  const total = documents.length + refused.length;
  const createdAt = clock.now().toISOString();
  const batchId = await addBatch(tx, { organizationId, actor, total, refused: refused.length, createdAt });
  for (let at = 0; at < sealed.length; at += AT_ONCE) {
    const some = sealed.slice(at, at + AT_ONCE);
    addDocuments(tx, { organizationId, batchId }, some, charged.slice(at, at + AT_ONCE));
    await nextTurn();
  }
  const subject = batchSubject(batchId);
  recordAudit(tx, [{ organizationId, actor, action: 'batch.create', subject, documentHash: null }]);
  await enqueue(tx, BATCH_JOB, [{ organizationId, payload: { batchId } }]);
  return JSON.stringify({
    batchId,
    status: 'INITIAL',
    total,
    accepted: documents.length,
    refused: refused.length,
    unitsCharged: documents.length,
    createdAt,
    lines: refused,
  });
}

/** Nothing of a refused one is kept, so that it can be sent again under its key. */
function createBatch(parts: BatchParts, wanted: WantedBatch): Promise<string> {
  const { database, keyring, hasLawsuits } = parts;
  const { entry, idempotency } = wanted;
  const planIds = requirePlans(entry, wanted.planId);
  return database.transaction(entry.scope, async (tx) => {
    const [claim] = await claimRequests(tx, idempotency === null ? [] : [idempotency], keyring);
    if (claim?.kind === 'refused') throw claim.error;
    if (claim?.kind === 'repeat') return claim.answer.body;
    await requireSource(tx, hasLawsuits);
    const body = await takeBatch(tx, parts, wanted, planIds);
    keepAnswers(tx, idempotency === null ? [] : [{ ...idempotency, answer: { status: 200, body } }], keyring);
    return body;
  });
}

async function tellBatch(
  tx: Transaction,
  parts: BatchParts,
  { entry, batchId }: { entry: Entry; batchId: number },
) {
  const name = { organizationId: entry.organizationId, batchId };
  const row = requireBatch(await findBatch(tx, name));
  return JSON.stringify(batchToWire(row, await countDocuments(tx, name), parts.signAddress));
}

async function cancelBatch(
  tx: Transaction,
  { entry, actor, batchId }: Asked & { batchId: number },
): Promise<void> {
  const { organizationId } = entry;
  const cancelled = await cancelWaiting(tx, { organizationId, batchId }, 'CANCELLED');
  if (cancelled === null) {
    const { status } = requireBatch(await findBatch(tx, { organizationId, batchId }));
    if (status === 'CANCELLED') return;
    throw new FarolError('CONFLICT', { message: 'The batch has ended already' });
  }
  await refundUnits(
    tx,
    cancelled.map((analysisId) => ({ organizationId, subject: chargeSubject(analysisId) })),
  );
  const subject = batchSubject(batchId);
  recordAudit(tx, [{ organizationId, actor, action: 'batch.cancel', subject, documentHash: null }]);
}

export function createBatchService(parts: BatchParts): BatchService {
  const { database } = parts;
  return {
    create: (wanted) => createBatch(parts, wanted),
    quote: async ({ entry, lines, planId }) => {
      const planIds = requirePlans(entry, planId);
      await database.transaction(entry.scope, (tx) => requireSource(tx, parts.hasLawsuits));
      return quoteBatch(database, entry, { lines, planIds });
    },
    list: async ({ entry: { organizationId, scope }, after, limit = DEFAULT_LIMIT }) => {
      const range = { organizationId, before: after, limit: limit + 1 };
      const rows = await database.transaction(scope, (tx) => listBatches(tx, range));
      const batches = rows.slice(0, limit).map(headToWire);
      return JSON.stringify({
        batches,
        next: rows.length > limit ? (batches.at(-1)?.batchId ?? null) : null,
      });
    },
    get: (asked) => database.transaction(asked.entry.scope, (tx) => tellBatch(tx, parts, asked)),
    cancel: (asked) =>
      database.transaction(asked.entry.scope, async (tx) => {
        await cancelBatch(tx, asked);
        return tellBatch(tx, parts, asked);
      }),
  };
}
