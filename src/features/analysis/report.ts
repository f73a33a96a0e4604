import type { FileStore, KeptFile } from '../../platform/files/file-store.ts';
// The two spreadsheets of an analysis, written side by side in one pass over its rows: one with everything, one with what
// is a risk.
import { newId } from '../../platform/ids.ts';
import { createWorkbook } from '../../platform/xlsx/workbook.ts';
import type { Sheet, Workbook } from '../../platform/xlsx/workbook.ts';
import type { OpenReports } from './ports.ts';
import type { CheckedSource, ReportCase, ReportInput, ReportPart } from './report-input.ts';
import { OUTCOME_LABELS } from './report-labels.ts';
import { SUMMARY, writeSummary } from './report-summary.ts';
import type { Edition } from './report-summary.ts';
import { CASES, DEBTS, PARTNERS, PROTESTS, REASONS } from './report-tables.ts';
import type { Table } from './report-tables.ts';

export type WrittenFile = KeptFile & {
  readonly folder: string;
  readonly filename: string;
  /** Of the sheets of cases. */
  readonly rows: number;
};

const FILENAMES: Readonly<Record<Edition, string>> = { full: 'processos', risk: 'processos-com-risco' };

type Book = {
  readonly edition: Edition;
  readonly workbook: Workbook;
  readonly summary: Sheet;
  readonly cases: Sheet;
  readonly reasons: Sheet;
  readonly debts: Sheet;
  readonly protests: Sheet;
  readonly partners: Sheet;
  casesWithoutValue: number;
};

function openBook(edition: Edition, spoolFolder: string): Book {
  const workbook = createWorkbook({ spoolFolder });
  const addTable = ({ name, columns }: { name: string; columns: Table<never>['columns'] }): Sheet =>
    workbook.addSheet({ name, columns, isTable: true });
  return {
    edition,
    workbook,
    summary: workbook.addSheet(SUMMARY),
    cases: addTable(CASES),
    reasons: addTable(REASONS),
    debts: addTable(DEBTS),
    protests: addTable(PROTESTS),
    partners: addTable(PARTNERS),
    casesWithoutValue: 0,
  };
}

/**
 * What stands in both books is rendered once: it is the same row of the same sheet. Waits only where there is something to
 * wait for: an await for each of a million rows would cost a second.
 */
async function addCases(page: Iterable<ReportCase>, full: Book, risk: Book): Promise<void> {
  const [everything, both] = [[full], [full, risk]];
  for (const each of page) {
    const { number, classification, value } = each;
    const { hasRisk, reasons } = classification;
    const books = hasRisk ? both : everything;
    const row = full.cases.render(CASES.toRow(each));
    for (const book of books) {
      if (value === null) book.casesWithoutValue += 1;
      const waiting = book.cases.addRendered(row);
      if (waiting !== undefined) await waiting;
    }
    for (const reason of reasons) {
      const reasonRow = full.reasons.render(REASONS.toRow({ number, hasRisk, reason }));
      for (const book of books) {
        const waiting = book.reasons.addRendered(reasonRow);
        if (waiting !== undefined) await waiting;
      }
    }
  }
}

type Target<T> = { readonly sheet: Sheet; readonly takes: (fact: T) => boolean };

async function addPart<T>(
  { pages }: ReportPart<T>,
  { toRow }: Table<T>,
  targets: readonly Target<T>[],
): Promise<void> {
  for await (const page of pages) {
    for (const fact of page) {
      const row = toRow(fact);
      for (const { sheet, takes } of targets) if (takes(fact)) await sheet.add(row);
    }
  }
}

/** An empty table says why it is empty: "not checked" must not be read as "nothing found". */
async function explainIfEmpty(sheet: Sheet, sources: readonly CheckedSource[]): Promise<void> {
  if (sheet.rows() > 0) return;
  const outcomes = sources.length === 0 ? (['NOT_CHECKED'] as const) : sources.map(({ outcome }) => outcome);
  const said = [...new Set(outcomes.map((outcome) => OUTCOME_LABELS[outcome]))];
  await sheet.addFree([{ kind: 'text', value: said.join('; ') }]);
}

async function addFindings(input: ReportInput, full: Book, risk: Book): Promise<void> {
  const everything = (): boolean => true;
  const both = <T>(table: 'protests' | 'partners'): Target<T>[] =>
    [full, risk].map((book) => ({ sheet: book[table], takes: everything }));
  await addPart(input.debts, DEBTS, [
    { sheet: full.debts, takes: everything },
    { sheet: risk.debts, takes: ({ state }) => state === 'COLLECTING' },
  ]);
  await addPart(input.protests, PROTESTS, both('protests'));
  await addPart(input.partners, PARTNERS, both('partners'));
}

/** Sheets are the analysis in another form, so a row too few or too many is a fault of ours, and told as one. */
function requireCounts({ summary }: ReportInput, full: Book, risk: Book): void {
  const withRisk = summary.IS_ACTIVE_WITH_RISK.count + summary.IS_INACTIVE_WITH_RISK.count;
  if (full.cases.rows() !== summary.ALL.count || risk.cases.rows() !== withRisk) {
    throw new Error('the rows of a report are not as many as its summary says');
  }
}

async function keep(book: Book, input: ReportInput, folder: string, store: FileStore): Promise<WrittenFile> {
  const { edition, workbook, summary, casesWithoutValue } = book;
  const rows = book.cases.rows();
  await writeSummary(summary, input, edition, { cases: rows, casesWithoutValue });
  await explainIfEmpty(book.cases, input.cases.sources);
  await explainIfEmpty(book.debts, input.debts.sources);
  await explainIfEmpty(book.protests, input.protests.sources);
  await explainIfEmpty(book.partners, input.partners.sources);
  const filename = `${FILENAMES[edition]}-${input.analysisId}.xlsx`;
  const kept = await store.write({ folder, filename }, workbook.bytes());
  return { folder, filename, rows, ...kept };
}

async function keepBoth(
  books: { full: Book; risk: Book },
  input: ReportInput,
  store: FileStore,
): Promise<{ full: WrittenFile; risk: WrittenFile }> {
  // A folder of its own, so that a worker that was given up cannot overwrite what another has finished.
  const folder = `${input.organizationId}/${input.analysisId}/${newId()}`;
  const full = await keep(books.full, input, folder, store);
  try {
    return { full, risk: await keep(books.risk, input, folder, store) };
  } catch (error) {
    await store.remove(full);
    throw error;
  }
}

export function openReports(store: FileStore): OpenReports {
  const [full, risk] = [openBook('full', store.workFolder), openBook('risk', store.workFolder)];
  return {
    addCases: (page) => addCases(page, full, risk),
    finish: async (input) => {
      await addFindings(input, full, risk);
      requireCounts(input, full, risk);
      return keepBoth({ full, risk }, input, store);
    },
    close: async () => {
      await Promise.all([full.workbook.close(), risk.workbook.close()]);
    },
  };
}
