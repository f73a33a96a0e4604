// Rows that somebody pasted or took from a file, in whatever form people keep such lists: cells separated by tabs, semicolons or
// commas, with or without a line of column names.
import { parseDocument } from '../../../src/documents/document.ts';
import { isFault } from '../../../src/documents/fault.ts';

export type PastedRow = { readonly line: number; readonly cells: readonly string[] };
export type PastedRows = {
  /** Null where the first line names no columns. */
  readonly header: readonly string[] | null;
  /** The column that the header calls the document's; -1 without a header. */
  readonly documentAt: number;
  readonly rows: readonly PastedRow[];
};

const CELL = /("(?:[^"]|"")*"|[^\t;,]*)(?:[\t;,]|$)/gy;
/** Of a first line that names its columns; exports of ours have one of them. */
const DOCUMENT_NAME = /\b(?:code|documento|document|cpf|cnpj)\b/i;

function splitCells(text: string): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const cell = CELL.exec(text)?.[1] ?? '';
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell.trim());
  }
  return cells;
}

export function holdsDocument(cell: string): boolean {
  return !isFault(parseDocument(cell));
}

/** Without empty ones; `line` is where a row stands in the text. */
export function readRows(text: string): PastedRows {
  const rows = text
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n|\r/)
    .map((row, index) => ({ line: index + 1, cells: splitCells(row) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const first = rows[0]?.cells ?? [];
  const documentAt = first.some(holdsDocument) ? -1 : first.findIndex((cell) => DOCUMENT_NAME.test(cell));
  return documentAt === -1
    ? { header: null, documentAt, rows }
    : { header: first, documentAt, rows: rows.slice(1) };
}
