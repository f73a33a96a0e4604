// The whole list of an analysis as lines of text, a page in memory at a time. It is frozen, so no transaction is held while
// a slow client takes its time.
import { Readable } from 'node:stream';
import { FarolError } from '../../errors.ts';
import { csvLine } from '../../platform/csv-text.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { casePage } from './case-queries.ts';
import type { CaseFilter, ListedCase } from './case-queries.ts';
import type { CaseWire } from './case-schemas.ts';
import { readFilter } from './case-service.ts';
import type { CaseListQuestion } from './case-service.ts';
import { toFrozenCase } from './case-store.ts';
import { caseToWire } from './case-wire.ts';
import { ownerOf } from './reporting.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

const PAGE = 1000;

export type LineFormat = 'csv' | 'ndjson';

export type CaseExportQuestion = CaseListQuestion & {
  format: LineFormat;
  /** Asked before every page: a right that has ended does not last as long as a slow download. */
  isStillAllowed: () => Promise<boolean>;
};

export type CaseExports = { open(question: CaseExportQuestion): Promise<Readable> };

/** In the order of the columns. */
const COLUMNS: readonly (readonly [
  name: string,
  read: (wire: CaseWire) => string | number | boolean | null,
])[] = [
  ['processNumber', ({ processNumber }) => processNumber],
  ['court', ({ court }) => court],
  ['documents', ({ documents }) => documents.join(' ')],
  ['classCode', ({ class: { code } }) => code],
  ['className', ({ class: { name } }) => name],
  ['side', ({ side }) => side],
  ['natures', ({ natures }) => natures.join(' ')],
  ['isActive', ({ isActive }) => isActive],
  ['hasRisk', ({ hasRisk }) => hasRisk],
  ['value', ({ value }) => value],
  ['filedOn', ({ filedOn }) => filedOn],
  ['movedOn', ({ movedOn }) => movedOn],
  ['fetchedAt', ({ fetchedAt }) => fetchedAt],
  ['keys', ({ keys }) => keys.join(' ')],
  ['rules', ({ reasons }) => reasons.map(({ rule }) => rule).join(' ')],
  ['reasons', ({ reasons }) => reasons.map(({ sentence }) => sentence['pt-BR']).join('; ')],
  ['disagreements', ({ disagreements }) => disagreements.map(({ field }) => field).join(' ')],
];

type Writer = { readonly head: string; line(wire: CaseWire): string };

const WRITERS: Readonly<Record<LineFormat, Writer>> = {
  csv: {
    head: csvLine(COLUMNS.map(([name]) => name)),
    line: (wire) => csvLine(COLUMNS.map(([, read]) => read(wire))),
  },
  ndjson: { head: '', line: (wire) => `${JSON.stringify(wire)}\n` },
};

type Export = {
  readonly database: Database;
  readonly scope: Scope;
  readonly snapshot: Snapshot & { frozen: NonNullable<Snapshot['frozen']> };
  readonly filter: CaseFilter;
  readonly after: string;
  readonly isStillAllowed: () => Promise<boolean>;
};

async function* writeLines(wanted: Export, writer: Writer): AsyncGenerator<string> {
  const { database, scope, snapshot, filter } = wanted;
  const { organizationId, analysisId, document, frozen } = snapshot;
  const list = { organizationId, analysisId, run: frozen.run };
  const owner = ownerOf(document);
  let after = wanted.after;
  yield writer.head;
  for (let isMore = true; isMore;) {
    if (!(await wanted.isStillAllowed())) throw new FarolError('ACCESS_DENIED');
    const rows = await database.readOnce<ListedCase>(
      scope,
      casePage(list, { filter, order: 'NUMBER', after, limit: PAGE }),
    );
    const lines = rows.map((row) =>
      writer.line(caseToWire(row, toFrozenCase(row, owner), frozen.rulesVersion)),
    );
    yield lines.join('');
    isMore = rows.length === PAGE;
    after = rows.at(-1)?.number ?? after;
  }
}

export function createCaseExports(parts: { database: Database; snapshots: Snapshots }): CaseExports {
  const { database, snapshots } = parts;
  return {
    open: async (question) => {
      const { entry, wanted, format, isStillAllowed } = question;
      const read = (): Promise<Snapshot> =>
        snapshots.read(question, 'analysis.cases.export', (_tx, found) => Promise.resolve(found));
      const { frozen, ...snapshot } = await read();
      if (frozen === null) {
        // An empty file would say that there are no cases.
        throw new FarolError('CONFLICT', { message: 'The court cases of the analysis are not DONE yet' });
      }
      const { after = '' } = wanted;
      const { scope } = entry;
      const filter = readFilter(wanted);
      const about = { database, scope, snapshot: { ...snapshot, frozen }, filter, after, isStillAllowed };
      return Readable.from(writeLines(about, WRITERS[format]));
    },
  };
}
