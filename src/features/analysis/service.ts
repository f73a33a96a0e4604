// Asking for an analysis and consulting it.
import { documentType, parseDocument } from '../../documents/document.ts';
import type { Document, DocumentType } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { FarolError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { groupCreates } from '../../platform/effects/creates.ts';
import type { Accepted } from '../../platform/effects/creates.ts';
import type { IdempotentRequest, KeptAnswer } from '../../platform/effects/idempotency.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { countDossier, dossierKeyOf, dossierOutcome, readCaseFreshness } from '../cases/index.ts';
import { consultToWire } from './consult-schemas.ts';
import { chargeSubject } from './jobs.ts';
import { drawAnalysisId } from './making-store.ts';
import type { AddedAnalysis } from './making-store.ts';
import { enqueueRuns, makeAnalyses } from './making.ts';
import type { AnalysisToMake } from './making.ts';
import type { ReportAddresses } from './ports.ts';
import { consultKey, createConsultReads } from './queries.ts';
import type { ReportMaking } from './report-making.ts';
import { readSubject } from './subject-reading.ts';

const UNITS = 1;
const RETRY_AFTER_SECONDS = 60;

type WantedAnalysis = Omit<AnalysisToMake, 'planId'> & { estimated: number };

export type AnalysisParts = {
  database: Database;
  keyring: Keyring;
  clock: Clock;
  addresses: ReportAddresses;
  making: ReportMaking;
  /** Whether a live source of court cases is configured. */
  hasLawsuits: boolean;
};

type Asked = { entry: Entry; actor: string };

export type AnalysisService = {
  create(
    asked: Asked & { document: Document; planId: number; idempotency: IdempotentRequest | null },
  ): Promise<KeptAnswer>;
  /** The answer as JSON text. */
  consult(asked: Asked & { analysisId: number; uniqueId: number }): Promise<string>;
};

/** Bare, right, and of the kind that the request says it is. */
export function requireDocument(text: string, type: DocumentType | null = null): Document {
  const document = parseDocument(text);
  if (isFault(document) || (type !== null && documentType(document) !== type)) {
    throw new FarolError('DOCUMENT_INVALID');
  }
  return document;
}

function toAnswer(wanted: WantedAnalysis, added: AddedAnalysis): KeptAnswer {
  const result = {
    documentInfo: wanted.name,
    documentNumber: wanted.document,
    statusIndex: 'INITIAL',
    statusProtest: 'INITIAL',
    statusReport: 'INITIAL',
    status: 'INITIAL',
    typePlan: added.type_plan,
    lastUserPlanConsumeAnalytics: Number(added.last_analysis_id),
    userPlanConsumeUniqueId: Number(added.document_id),
    userPlanConsumeAnalyticsId: Number(added.id),
    totalProcessesEstimated: wanted.estimated,
    createdAt: wanted.createdAt,
  };
  return { status: 200, body: JSON.stringify({ result, status: result.status }) };
}

async function writeAnalyses(
  tx: Transaction,
  keyring: Keyring,
  accepted: readonly Accepted<WantedAnalysis>[],
): Promise<KeptAnswer[]> {
  const wanted = accepted.map(({ input, planId }) => ({ ...input, planId: planId ?? 0 }));
  const made = await makeAnalyses(tx, keyring, wanted);
  await enqueueRuns(tx, wanted);
  return made.map(({ wanted: each, added }) => toAnswer(each, added));
}

type Known = Pick<WantedAnalysis, 'id' | 'name' | 'registryStatus' | 'estimated'> & { isChecked: boolean };

async function readKnown(tx: Transaction, document: Document): Promise<Known> {
  const id = await drawAnalysisId(tx);
  const { name, registryStatus } = await readSubject(tx, document);
  const estimated = await countDossier(tx, dossierKeyOf(document, name));
  const outcome = dossierOutcome(await readCaseFreshness(tx), estimated > 0);
  const isChecked = outcome === 'FOUND' || outcome === 'NOTHING_FOUND';
  return { id, name: name ?? '', registryStatus, estimated, isChecked };
}

export function createAnalysisService(parts: AnalysisParts): AnalysisService {
  const { database, keyring, clock, addresses, making, hasLawsuits } = parts;
  const creates = groupCreates<WantedAnalysis>({
    database,
    keyring,
    write: (tx, accepted) => writeAnalyses(tx, keyring, accepted),
  });
  const consults = createConsultReads(database);
  return {
    create: async ({ entry, actor, document, planId, idempotency }) => {
      const { organizationId, scope } = entry;
      const { isChecked, ...known } = await database.transaction(scope, (tx) => readKnown(tx, document));
      if (!isChecked && !hasLawsuits) {
        const message = 'No source of court cases was ever read, so nothing can be analysed';
        throw new FarolError('SOURCE_UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      const createdAt = clock.now().toISOString();
      return creates.submit({
        scope,
        request: idempotency,
        charge: { organizationId, units: UNITS, subject: chargeSubject(known.id), planIds: [planId] },
        input: { organizationId, document, actor, createdAt, ...known },
      });
    },
    consult: async ({ entry, actor, analysisId, uniqueId }) => {
      const { scope, organizationId } = entry;
      const key = consultKey(analysisId, uniqueId);
      const found = await consults.read({ scope, organizationId, actor, key });
      if (found === null) {
        throw new FarolError('NOT_FOUND', { message: 'Analysis not found' });
      }
      const isUnwritten = found.status === 'DONE' && found.reports === null;
      const reports = isUnwritten ? await making.make({ entry, analysisId, uniqueId }) : found.reports;
      return consultToWire({ ...found, reports }, addresses);
    },
  };
}
