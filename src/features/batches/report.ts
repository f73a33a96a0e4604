// The combined spreadsheet of a batch: a row for each document with its counts, and behind it the cases of all of them.
import { documentType, formatDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { newId } from '../../platform/ids.ts';
import { createWorkbook } from '../../platform/xlsx/workbook.ts';
import type { CellValue, Column, Sheet } from '../../platform/xlsx/workbook.ts';
import { CASES, KEY_LABELS, SUMMARY_KEYS } from '../analysis/index.ts';
import type { ResultWire } from './batch-wire.ts';
import type { DocumentStatus } from './rules.ts';
import type { BatchName, BatchReport } from './store.ts';

/** As they are read: results in the order of their lines, each with pages of its cases. */
export type ReportedDocument = {
  readonly result: ResultWire;
  readonly cases: AsyncIterable<Iterable<Parameters<typeof CASES.toRow>[0]>>;
};

/** What programs open without trouble; the summary counts all, and says how many of them are in the file. */
const MOST_CASES = 1_000_000;

const STATUS_LABELS: Readonly<Record<DocumentStatus, string>> = {
  WAITING: 'Aguardando',
  PROCESSING: 'Em andamento',
  DONE: 'Concluída',
  ERROR: 'Falhou',
  CANCELLED: 'Cancelada',
};
const NOT_CHECKED = 'não verificado';

const SUMMARY: readonly Column[] = [
  { title: 'Linha', width: 8, kind: 'integer' },
  { title: 'Documento', width: 22, kind: 'text' },
  { title: 'Nome', width: 40, kind: 'text' },
  { title: 'Tipo', width: 8, kind: 'word' },
  { title: 'Situação da análise', width: 16, kind: 'word' },
  { title: 'Análise', width: 12, kind: 'integer' },
  { title: 'Processos nesta planilha', width: 14, kind: 'integer' },
  ...SUMMARY_KEYS.flatMap((key): Column[] => [
    { title: KEY_LABELS[key], width: 14, kind: 'integer' },
    { title: `${KEY_LABELS[key]} (R$)`, width: 18, kind: 'money' },
  ]),
];

/** A zero must not be read into what nobody has looked at. */
function countsOf({ summary, statusProtest, statusDebtor }: ResultWire): CellValue[] {
  return SUMMARY_KEYS.flatMap((key): CellValue[] => {
    if (summary === null) return [null, null];
    const isUnchecked =
      (key === 'RISK_PROTEST' && statusProtest !== 'DONE') ||
      (key === 'RISK_DEBTOR' && statusDebtor !== 'DONE');
    return isUnchecked ? [NOT_CHECKED, null] : [summary[key].totalProcess, summary[key].vltotalProcess];
  });
}

function summaryRow(result: ResultWire, shown: string, cases: number): CellValue[] {
  const { line, document, documentInfo, status, userPlanConsumeAnalyticsId: analysisId } = result;
  const isMade = analysisId > 0;
  return [
    line,
    shown,
    documentInfo,
    documentType(document as Document),
    STATUS_LABELS[status],
    isMade ? analysisId : null,
    status === 'DONE' ? cases : null,
    ...countsOf(result),
  ];
}

async function addCases(sheet: Sheet, { result, cases }: ReportedDocument, shown: string): Promise<number> {
  const before = sheet.rows();
  for await (const page of cases) {
    for (const each of page) {
      if (sheet.rows() >= MOST_CASES) return sheet.rows() - before;
      const waiting = sheet.add([shown, result.documentInfo, ...CASES.toRow(each)]);
      if (waiting !== undefined) await waiting;
    }
  }
  return sheet.rows() - before;
}

export async function writeBatchReport(
  { organizationId, batchId }: BatchName,
  documents: AsyncIterable<ReportedDocument>,
  store: FileStore,
): Promise<BatchReport> {
  const workbook = createWorkbook({ spoolFolder: store.workFolder });
  try {
    const summary = workbook.addSheet({ name: 'Resumo', columns: SUMMARY, isTable: true });
    const about: Column[] = [
      { title: 'Documento analisado', width: 22, kind: 'word' },
      { title: 'Nome', width: 40, kind: 'word' },
    ];
    const cases = workbook.addSheet({
      name: CASES.name,
      columns: [...about, ...CASES.columns],
      isTable: true,
    });
    for await (const each of documents) {
      const shown = formatDocument(each.result.document as Document);
      const rows = await addCases(cases, each, shown);
      await summary.add(summaryRow(each.result, shown, rows));
    }
    // A folder of its own, so that a worker that was given up cannot overwrite what another has finished.
    const folder = `${organizationId}/batches/${batchId}/${newId()}`;
    const filename = `lote-${batchId}.xlsx`;
    const kept = await store.write({ folder, filename }, workbook.bytes());
    return { folder, filename, ...kept, rows: cases.rows() };
  } finally {
    await workbook.close();
  }
}
