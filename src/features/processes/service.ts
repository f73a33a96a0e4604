// Watching a single process, and reading one.
import { createHash } from 'node:crypto';
import { hasRightCheckDigits, parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { viewCase } from '../cases/index.ts';
import { dueAfterTodayMs, PROCESS_REFRESH } from '../refreshes/index.ts';
import { findProcess } from './queries.ts';
import type { DetailWire } from './schemas.ts';
import { watchProcesses } from './store.ts';
import { toDetailWire, toImportWire, toInvalidWire } from './wire.ts';
import type { DetailRange, ImportWire } from './wire.ts';

const FEATURE = 'MONITORING';
const UNITS = 1;
const NOTHING_KNOWN = {
  asked: 'Nothing is known of the process yet; its source is being asked',
  unasked: 'No live source has its court: the process is watched, and known once an import brings it',
} as const;

export type ProcessParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  /** Whether a live source is configured that has the court of the number. */
  canRefresh: (number: string) => boolean;
};

type WantedProcess = {
  organizationId: number;
  id: string;
  number: CaseNumber;
  document: Document | null;
  actor: string;
  process: ImportWire;
  isKnown: boolean;
  isRefreshed: boolean;
};

type Asked = { entry: Entry; actor: string };

export type ProcessService = {
  watch(
    asked: Asked & { number: string; document: Document | null; idempotency: IdempotentRequest | null },
  ): Promise<KeptAnswer>;
  get(asked: Asked & { number: CaseNumber; range: DetailRange }): Promise<DetailWire>;
};

function chargeSubject(id: string): string {
  return `process ${id}`;
}

/** Only here a number comes in from outside, so only here its check digits are held against it. */
function readNumber(text: string): CaseNumber | { bare: string } {
  const number = parseCaseNumber(text);
  if (isFault(number)) {
    return { bare: '' };
  }
  return hasRightCheckDigits(number) ? number : { bare: number };
}

function answer(status: 'sucess' | 'processing', obs: string, process: ImportWire): KeptAnswer {
  return { status: 200, body: JSON.stringify({ status, obs, process }) };
}

/** The same whichever way the number is written and whether or not a slash ends the path. */
function named(
  request: IdempotentRequest | null,
  number: string,
  document: string | null,
): IdempotentRequest | null {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([number, document]))
    .digest();
  return request === null ? null : { ...request, route: 'POST /v2/importProcess', fingerprint };
}

async function writeProcesses(
  tx: Transaction,
  { keyring, clock }: ProcessParts,
  wanted: readonly WantedProcess[],
): Promise<KeptAnswer[]> {
  const refreshDueAt = new Date(dueAfterTodayMs(clock.nowMs())).toISOString();
  watchProcesses(
    tx,
    wanted.map((input) => ({ ...input, refreshDueAt: input.isRefreshed ? refreshDueAt : null })),
  );
  recordAudit(
    tx,
    wanted.map(({ organizationId, actor, number, document }) => ({
      organizationId,
      actor,
      action: 'process.import',
      subject: `process ${number}`,
      documentHash: document === null ? null : hashDocument(keyring, document),
    })),
  );
  await enqueue(
    tx,
    PROCESS_REFRESH,
    wanted
      .filter(({ isRefreshed }) => isRefreshed)
      .map(({ organizationId, number, id, isKnown }) => ({
        organizationId,
        // Whoever was told something at once has what was paid for.
        payload: { processNumber: number, ...(isKnown ? {} : { chargedFor: chargeSubject(id) }) },
      })),
  );
  return wanted.map(({ isKnown, isRefreshed, process }) =>
    isKnown
      ? answer('sucess', '', process)
      : answer('processing', isRefreshed ? NOTHING_KNOWN.asked : NOTHING_KNOWN.unasked, process),
  );
}

export function createProcessService(parts: ProcessParts): ProcessService {
  const { database, keyring, clock, canRefresh } = parts;
  const creates = groupCreates<WantedProcess>({
    database,
    keyring,
    write: (tx, accepted) =>
      writeProcesses(
        tx,
        parts,
        accepted.map(({ input }) => input),
      ),
  });
  return {
    watch: async ({ entry, actor, number: text, document, idempotency }) => {
      const { organizationId, scope, plans } = entry;
      const number = readNumber(text);
      if (typeof number !== 'string') {
        return answer(
          'sucess',
          'The number is not one of the CNJ',
          toInvalidWire(organizationId, number.bare),
        );
      }
      const view = await database.transaction(scope, (tx) => viewCase(tx, number));
      const planIds = plans.filter(({ features }) => features.includes(FEATURE)).map(({ planId }) => planId);
      const id = newId();
      return creates.submit({
        scope,
        request: named(idempotency, number, document),
        charge: { organizationId, units: UNITS, subject: chargeSubject(id), planIds },
        input: {
          organizationId,
          id,
          number,
          document,
          actor,
          process: toImportWire({ number, organizationId }, view),
          isKnown: view !== null,
          isRefreshed: canRefresh(number),
        },
      });
    },
    get: async ({ entry: { organizationId, scope }, actor, number, range }) => {
      const found = await database.transaction(scope, async (tx) => {
        const row = await findProcess(tx, organizationId, number);
        const action = row === null ? 'process.read.none' : 'process.read';
        recordAudit(tx, [
          { organizationId, actor, action, subject: `process ${number}`, documentHash: null },
        ]);
        return row === null ? null : { row, view: await viewCase(tx, number) };
      });
      if (found === null) {
        throw new FarolError('NOT_FOUND', { message: 'Process not found' });
      }
      return toDetailWire(found.row, found.view, { ...range, nowMs: clock.nowMs() });
    },
  };
}
