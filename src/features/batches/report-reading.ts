// What the combined spreadsheet is made of, read back a window of documents at a time: their first pages travel together.
import type { Document } from '../../documents/document.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { createReportCases, listFrozenCases, ownerOf } from '../analysis/index.ts';
import { resultToWire } from './batch-wire.ts';
import type { ResultWire } from './batch-wire.ts';
import { listResults } from './queries.ts';
import type { ResultRow } from './queries.ts';
import type { ReportedDocument } from './report.ts';
import type { BatchName } from './store.ts';

const WINDOW = 100;
const PAGE = 500;

type FrozenCase = Awaited<ReturnType<typeof listFrozenCases>>[number];
type Page = readonly FrozenCase[];
export type ReadingParts = {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly scope: Scope;
  readonly signal: AbortSignal;
};
type Read = { readonly row: ResultRow; readonly result: ResultWire; readonly first: Page };

function readPage(
  tx: Transaction,
  { organizationId }: BatchName,
  read: Omit<Read, 'first'>,
  after: string,
): Promise<Page> {
  const { row, result } = read;
  if (row.frozen_run === null || row.status !== 'DONE') return Promise.resolve([]);
  const list = { organizationId, analysisId: row.analysis_id, run: row.frozen_run };
  return listFrozenCases(tx, list, { after, limit: PAGE, owner: ownerOf(result.document as Document) });
}

export async function* readReported(parts: ReadingParts, name: BatchName): AsyncGenerator<ReportedDocument> {
  const { database, keyring, scope, signal } = parts;
  const toReport = createReportCases(parts);

  async function* pagesOf(read: Read): ReportedDocument['cases'] & AsyncGenerator {
    for (let page = read.first; page.length > 0;) {
      yield await toReport(page, read.row.rules_version ?? 0);
      const after = page.at(-1)?.known.number ?? '';
      page =
        page.length < PAGE ? [] : await database.transaction(scope, (tx) => readPage(tx, name, read, after));
    }
  }

  for (let after = 0; ;) {
    signal.throwIfAborted();
    const range = { after, limit: WINDOW, status: null };
    const window = await database.transaction(scope, async (tx) => {
      const rows = await listResults(tx, name, range);
      return Promise.all(
        rows.map(async (row): Promise<Read> => {
          const result = resultToWire(keyring, name.organizationId, row);
          return { row, result, first: await readPage(tx, name, { row, result }, '') };
        }),
      );
    });
    for (const read of window) yield { result: read.result, cases: pagesOf(read) };
    if (window.length < WINDOW) return;
    after = window.at(-1)?.row.line ?? after;
  }
}
