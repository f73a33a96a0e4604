// What came of the documents of a batch, as far as it has come: a page, or all lines as a file.
import { Readable } from 'node:stream';
import { maskDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { FarolError } from '../../errors.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { csvLine } from '../../platform/csv-text.ts';
import type { CsvValue } from '../../platform/csv-text.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import { SUMMARY_KEYS } from '../analysis/index.ts';
import { resultToWire } from './batch-wire.ts';
import type { ResultWire } from './batch-wire.ts';
import { batchSubject } from './jobs.ts';
import { findBatch, listResults } from './queries.ts';
import type { BatchRow, ResultRange } from './queries.ts';
import type { DocumentStatus } from './rules.ts';
import type { Asked } from './service.ts';

const DEFAULT_LIMIT = 100;
const STREAM_PAGE = 500;

export type LineFormat = 'csv' | 'ndjson';
export type ResultQuestion = Asked & {
  readonly batchId: number;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly documents?: 'whole' | 'masked' | undefined;
};
export type BatchResults = {
  /** JSON text. */
  page(question: ResultQuestion): Promise<string>;
  /** `isStillAllowed` is asked before every page: a right that has ended does not last as long as a slow download. */
  lines(
    question: ResultQuestion,
    format: LineFormat,
    isStillAllowed: () => Promise<boolean>,
  ): Promise<Readable>;
};

const COLUMNS: readonly (readonly [name: string, read: (result: ResultWire) => CsvValue])[] = [
  ['line', ({ line }) => line],
  ['document', ({ document }) => document],
  ['documentInfo', ({ documentInfo }) => documentInfo],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['userPlanConsumeUniqueId', ({ userPlanConsumeUniqueId }) => userPlanConsumeUniqueId],
  ['userPlanConsumeAnalyticsId', ({ userPlanConsumeAnalyticsId }) => userPlanConsumeAnalyticsId],
  ['statusProtest', ({ statusProtest }) => statusProtest],
  ['statusDebtor', ({ statusDebtor }) => statusDebtor],
  ['statusQSA', ({ statusQSA }) => statusQSA],
  ...SUMMARY_KEYS.flatMap((key) => [
    [`${key}.totalProcess`, ({ summary }: ResultWire) => summary?.[key].totalProcess ?? null] as const,
    [`${key}.vltotalProcess`, ({ summary }: ResultWire) => summary?.[key].vltotalProcess ?? null] as const,
  ]),
];

type Writer = { readonly head: string; line(result: ResultWire): string };
const WRITERS: Readonly<Record<LineFormat, Writer>> = {
  csv: {
    head: csvLine(COLUMNS.map(([name]) => name)),
    line: (result) => csvLine(COLUMNS.map(([, read]) => read(result))),
  },
  ndjson: { head: '', line: (result) => `${JSON.stringify(result)}\n` },
};

async function requireNoted(tx: Transaction, question: ResultQuestion): Promise<BatchRow | null> {
  const { entry, actor, batchId } = question;
  const { organizationId } = entry;
  const row = await findBatch(tx, { organizationId, batchId });
  const action = row === null ? 'batch.results.none' : 'batch.results';
  recordAudit(tx, [{ organizationId, actor, action, subject: batchSubject(batchId), documentHash: null }]);
  return row;
}

function maskResult(result: ResultWire): ResultWire {
  return { ...result, document: maskDocument(result.document as Document) };
}

function refuse(): never {
  throw new FarolError('NOT_FOUND', { message: 'Batch not found' });
}

export function createBatchResults({
  database,
  keyring,
}: {
  database: Database;
  keyring: Keyring;
}): BatchResults {
  const read = async (
    tx: Transaction,
    question: ResultQuestion,
    range: ResultRange,
  ): Promise<ResultWire[]> => {
    const { organizationId } = question.entry;
    const rows = await listResults(tx, { organizationId, batchId: question.batchId }, range);
    const results = rows.map((row) => resultToWire(keyring, organizationId, row));
    return question.documents === 'masked' ? results.map(maskResult) : results;
  };

  async function* follow(
    question: ResultQuestion,
    { head, line }: Writer,
    isStillAllowed: () => Promise<boolean>,
  ): AsyncGenerator<string> {
    const { status = null } = question;
    let { after = 0 } = question;
    yield head;
    for (let isMore = true; isMore;) {
      if (!(await isStillAllowed())) throw new FarolError('ACCESS_DENIED');
      const range = { after, limit: STREAM_PAGE, status };
      const results = await database.transaction(question.entry.scope, (tx) => read(tx, question, range));
      yield results.map(line).join('');
      isMore = results.length === STREAM_PAGE;
      after = results.at(-1)?.line ?? after;
    }
  }

  return {
    page: async (question) => {
      const { after = 0, limit = DEFAULT_LIMIT, status = null } = question;
      const found = await database.transaction(question.entry.scope, async (tx) => {
        const row = await requireNoted(tx, question);
        return row === null
          ? null
          : { row, results: await read(tx, question, { after, limit: limit + 1, status }) };
      });
      const { row, results } = found ?? refuse();
      const page = results.slice(0, limit);
      const next = results.length > limit ? (page.at(-1)?.line ?? null) : null;
      return JSON.stringify({ batchId: question.batchId, status: row.status, results: page, next });
    },
    lines: async (question, format, isStillAllowed) => {
      const row = await database.transaction(question.entry.scope, (tx) => requireNoted(tx, question));
      if (row === null) refuse();
      return Readable.from(follow(question, WRITERS[format], isStillAllowed));
    },
  };
}
