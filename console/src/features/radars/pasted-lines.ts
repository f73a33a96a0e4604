// Lines that somebody pasted or took from a file, in whatever form people keep such lists: a document in each, with or without
// a name, separated by tabs, semicolons or commas, with or without a line of column names.
import { documentType, maskDocument, parseDocument } from '../../../../src/documents/document.ts';
import type { Document } from '../../../../src/documents/document.ts';
import { isFault } from '../../../../src/documents/fault.ts';
import type { NewRadar } from '../../api/shapes.ts';
import { writeDocument } from '../../ui/numbers.ts';

/** `fault` is null for a line that can be sent. */
export type PastedLine = {
  readonly line: number;
  readonly radar: NewRadar | null;
  readonly fault: 'document' | 'name' | 'twice' | null;
};

const CELL = /("(?:[^"]|"")*"|[^\t;,]*)(?:[\t;,]|$)/gy;
const NAME = /^.{1,200}$/su;
const UNSEEN = /\p{C}/u;
/** Of a first line that names its columns; an export of ours has both. */
const HEADER = /\b(?:code|documento|document|cpf|cnpj)\b/i;

function splitCells(text: string): string[] {
  const cells: string[] = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const cell = CELL.exec(text)?.[1] ?? '';
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell.trim());
  }
  return cells;
}

function isDocument(cell: string): boolean {
  return !isFault(parseDocument(cell));
}

/** Never the document itself: names are shown where documents are masked. */
function nameOf(document: Document): string {
  return `${documentType(document)} ${writeDocument(maskDocument(document))}`;
}

type Columns = { readonly code: number; readonly name: number };

/** What stands where, by the first line; null where it names nothing. */
function readHeader(cells: readonly string[]): Columns | null {
  if (cells.some(isDocument) || !cells.some((cell) => HEADER.test(cell))) return null;
  return {
    code: cells.findIndex((cell) => HEADER.test(cell)),
    name: cells.findIndex((cell) => /^(?:name|nome)$/i.test(cell)),
  };
}

function readLine(line: number, cells: readonly string[], columns: Columns | null): PastedLine {
  const place = columns === null ? cells.findIndex(isDocument) : columns.code;
  const document = parseDocument(cells[place] ?? '');
  if (isFault(document)) return { line, radar: null, fault: 'document' };
  const given =
    columns === null ? cells.filter((_, index) => index !== place).join(' ') : (cells[columns.name] ?? '');
  const name = given.trim() === '' ? nameOf(document) : given.trim();
  if (!NAME.test(name) || UNSEEN.test(name)) return { line, radar: null, fault: 'name' };
  return { line, radar: { name, code: document, type: documentType(document) }, fault: null };
}

export function readPasted(text: string): PastedLine[] {
  const rows = text
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n|\r/)
    .map((row, index) => ({ line: index + 1, cells: splitCells(row) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const columns = readHeader(rows[0]?.cells ?? []);
  const seen = new Set<string>();
  return rows.slice(columns === null ? 0 : 1).map(({ line, cells }) => {
    const read = readLine(line, cells, columns);
    const code = read.radar?.code ?? '';
    if (code !== '' && seen.has(code)) return { line, radar: null, fault: 'twice' };
    seen.add(code);
    return read;
  });
}
