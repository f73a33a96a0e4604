// Radars that somebody pasted or took from a file: a document in each line, with or without a name.
import { documentType, maskDocument, parseDocument } from '../../../../src/documents/document.ts';
import type { Document } from '../../../../src/documents/document.ts';
import { isFault } from '../../../../src/documents/fault.ts';
import type { NewRadar } from '../../api/shapes.ts';
import { writeDocument } from '../../ui/numbers.ts';
import { holdsDocument, readRows } from '../../ui/pasted-rows.ts';

/** `fault` is null for a line that can be sent. */
export type PastedLine = {
  readonly line: number;
  readonly radar: NewRadar | null;
  readonly fault: 'document' | 'name' | 'twice' | null;
};

const NAME = /^.{1,200}$/su;
const UNSEEN = /\p{C}/u;

/** Never the document itself: names are shown where documents are masked. */
function nameOf(document: Document): string {
  return `${documentType(document)} ${writeDocument(maskDocument(document))}`;
}

type Columns = { readonly code: number; readonly name: number };

function readLine(line: number, cells: readonly string[], columns: Columns | null): PastedLine {
  const place = columns === null ? cells.findIndex(holdsDocument) : columns.code;
  const document = parseDocument(cells[place] ?? '');
  if (isFault(document)) return { line, radar: null, fault: 'document' };
  const given =
    columns === null ? cells.filter((_, index) => index !== place).join(' ') : (cells[columns.name] ?? '');
  const name = given.trim() === '' ? nameOf(document) : given.trim();
  if (!NAME.test(name) || UNSEEN.test(name)) return { line, radar: null, fault: 'name' };
  return { line, radar: { name, code: document, type: documentType(document) }, fault: null };
}

export function readPasted(text: string): PastedLine[] {
  const { header, documentAt, rows } = readRows(text);
  const columns =
    header === null
      ? null
      : { code: documentAt, name: header.findIndex((cell) => /^(?:name|nome)$/i.test(cell)) };
  const seen = new Set<string>();
  return rows.map(({ line, cells }) => {
    const read = readLine(line, cells, columns);
    const code = read.radar?.code ?? '';
    if (code !== '' && seen.has(code)) return { line, radar: null, fault: 'twice' };
    seen.add(code);
    return read;
  });
}
