// Asking for a licence and reading it back.
import { parseCpf } from '../../documents/cpf.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueForRequests } from '../../platform/jobs/enqueue.ts';
import { chargeSubject, LICENCE_JOB } from './definition.ts';
import { createRecordReads } from './queries.ts';
import type { RecordReads } from './queries.ts';
import { recordToWire } from './schemas.ts';
import { sealRecord } from './sealed-record.ts';
import { addRequests } from './store.ts';

const FEATURE = 'CNH';
const UNITS = 1;
const RETRY_AFTER_SECONDS = 60;
const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nobody's; what is looked up where the id cannot be one, so that the attempt is on record and its text is not. */
const NO_REQUEST = '00000000-0000-0000-0000-000000000000';

type WantedLicence = { organizationId: number; id: string; document: Cpf; actor: string };

export type LicenceParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  /** Whether a source is configured; without one nothing is queued or charged. */
  isChecked: boolean;
};

type Asked = { entry: Entry; actor: string };

export type LicenceService = {
  request(asked: Asked & { document: string; idempotency: IdempotentRequest | null }): Promise<KeptAnswer>;
  /** The record as JSON text. */
  getByRequest(asked: Asked & { requestId: string }): Promise<string>;
  getLatest(asked: Asked & { document: string }): Promise<string>;
};

/** The route's schema has checked it; this gives it its bare form. */
function requireCpf(text: string): Cpf {
  const document = parseCpf(text);
  if (isFault(document)) {
    throw new FarolError('PARAMETER_INVALID');
  }
  return document;
}

async function writeRequests(
  tx: Transaction,
  { keyring, clock }: LicenceParts,
  wanted: readonly WantedLicence[],
): Promise<KeptAnswer[]> {
  const createdAt = clock.now().toISOString();
  const rows = wanted.map((input) => ({
    ...input,
    createdAt,
    documentHash: hashDocument(keyring, input.document),
    sealedRecord: sealRecord(keyring, input, { document: input.document, data: '' }),
  }));
  addRequests(tx, rows);
  recordAudit(
    tx,
    rows.map(({ organizationId, actor, id, documentHash }) => ({
      organizationId,
      actor,
      action: 'cnh.create',
      subject: chargeSubject(id),
      documentHash,
    })),
  );
  await enqueueForRequests(
    tx,
    LICENCE_JOB,
    rows.map(({ organizationId, id }) => ({ organizationId, requestIds: [id] })),
  );
  return wanted.map(({ id: requestId, organizationId, document }) => {
    const times = { createdAt, updatedAt: createdAt };
    const body = recordToWire({ requestId, organizationId, document, status: 'PENDING', data: '', ...times });
    return { status: 201, body };
  });
}

async function readOne(
  reads: RecordReads,
  key: { scope: Scope; organizationId: number; key: string; actor: string },
): Promise<string> {
  const found = await reads.read(key);
  if (found === null) {
    throw new FarolError('NOT_FOUND', { message: 'CNH not found' });
  }
  if (typeof found !== 'string') {
    throw found;
  }
  return found;
}

export function createLicenceService(parts: LicenceParts): LicenceService {
  const { database, keyring, isChecked } = parts;
  const creates = groupCreates<WantedLicence>({
    database,
    keyring,
    write: (tx, accepted) =>
      writeRequests(
        tx,
        parts,
        accepted.map(({ input }) => input),
      ),
  });
  const { byRequest, latest } = createRecordReads(database, keyring);
  return {
    request: async ({ entry, actor, document, idempotency }) => {
      if (!isChecked) {
        const message = 'No source of driver licences is configured, so they are not checked';
        throw new FarolError('SOURCE_UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      const { organizationId, scope, plans } = entry;
      const id = newId();
      const planIds = plans.filter(({ features }) => features.includes(FEATURE)).map(({ planId }) => planId);
      return creates.submit({
        scope,
        request: idempotency,
        charge: { organizationId, units: UNITS, subject: chargeSubject(id), planIds },
        input: { organizationId, id, document: requireCpf(document), actor },
      });
    },
    getByRequest: ({ entry: { scope, organizationId }, actor, requestId }) =>
      readOne(byRequest, {
        scope,
        organizationId,
        actor,
        key: REQUEST_ID.test(requestId) ? requestId : NO_REQUEST,
      }),
    getLatest: async ({ entry: { scope, organizationId }, actor, document }) => {
      const key = hashDocument(keyring, requireCpf(document)).toString('hex');
      return readOne(latest, { scope, organizationId, actor, key });
    },
  };
}
