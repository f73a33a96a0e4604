// What an organization has used on documents, and how many court cases a document has now.
import { documentType, maskDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { countDossier, dossierKeyOf, dossierOutcome, readCaseFreshness } from '../cases/index.ts';
import { countRecords, listRecords } from './consumption-queries.ts';
import type { RecordRow } from './consumption-queries.ts';
import { activityToWire, processToWire, unusedToWire } from './record-wire.ts';
import { openSubject } from './sealed-subject.ts';
import type { Subject } from './sealed-subject.ts';
import { readSubject } from './subject-reading.ts';

const DEFAULT_LIMIT = 50;
const RETRY_AFTER_SECONDS = 60;
/** One for each module. */
const RECORDS_OF_DOCUMENT = 2;

export type ConsumptionParts = {
  database: Database;
  keyring: Keyring;
  bucketName: string;
  /** Whether a live source of court cases is configured. */
  hasLawsuits: boolean;
};

type Asked = { entry: Entry; actor: string };

export type ConsumptionService = {
  /** Answers as JSON text. */
  listActivities(
    asked: Asked & { from?: number; limit?: number; document: Document | null; masked?: boolean },
  ): Promise<string>;
  countProcesses(asked: Asked & { document: Document }): Promise<string>;
};

function openRow(keyring: Keyring, organizationId: number, row: RecordRow): Subject {
  return openSubject(keyring, { organizationId, documentHash: row.document_hash }, row.wrapped_subject);
}

function maskSubject({ document, name }: Subject): Subject {
  return { document: maskDocument(document) as Document, name };
}

export function createConsumptionService(parts: ConsumptionParts): ConsumptionService {
  const { database, keyring, bucketName, hasLawsuits } = parts;
  return {
    listActivities: async ({ entry, actor, from = 0, limit = DEFAULT_LIMIT, document, masked = false }) => {
      const { organizationId, scope } = entry;
      const documentHash = document === null ? null : hashDocument(keyring, document);
      const { total, rows } = await database.transaction(scope, async (tx) => {
        recordAudit(tx, [
          { organizationId, actor, action: 'activities.list', subject: 'activities', documentHash },
        ]);
        const range = { organizationId, documentHash, from, limit, bucketName };
        return {
          total: await countRecords(tx, organizationId, documentHash),
          rows: await listRecords(tx, range),
        };
      });
      const items = rows.map((row) => {
        const subject = openRow(keyring, organizationId, row);
        return activityToWire(row, masked ? maskSubject(subject) : subject);
      });
      const to = from + items.length;
      return `{"sucess":true,"reason":"","total":${total},"from":${from},"to":${to},"limit":${limit},"result":[${items.join(',')}]}`;
    },
    countProcesses: async ({ entry, actor, document }) => {
      const { organizationId, scope } = entry;
      const documentHash = hashDocument(keyring, document);
      const known = await database.transaction(scope, async (tx) => {
        recordAudit(tx, [
          { organizationId, actor, action: 'processes.count', subject: 'processes', documentHash },
        ]);
        const { name } = await readSubject(tx, document);
        const total = await countDossier(tx, dossierKeyOf(document, name));
        const outcome = dossierOutcome(await readCaseFreshness(tx), total > 0);
        const range = { organizationId, documentHash, from: 0, limit: RECORDS_OF_DOCUMENT, bucketName };
        return { name, total, outcome, rows: await listRecords(tx, range) };
      });
      if (!hasLawsuits && known.outcome !== 'FOUND' && known.outcome !== 'NOTHING_FOUND') {
        const message = 'No source of court cases was ever read, so nothing can be counted';
        throw new FarolError('SOURCE_UNAVAILABLE', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
      const [newest] = known.rows;
      const kept = newest === undefined ? '' : openRow(keyring, organizationId, newest).name;
      const subject = { document, name: known.name ?? kept };
      const records = known.rows.map((row) => processToWire(row, subject));
      const result = records.length > 0 ? records : [unusedToWire(subject, documentType(document))];
      return JSON.stringify({ success: true, reason: '', total: known.total, result });
    },
  };
}
