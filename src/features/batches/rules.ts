// What the lines of a batch say.
import { parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';

export const BATCH_STATUSES = ['INITIAL', 'PROCESSING', 'DONE', 'CANCELLED', 'ERROR'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const DOCUMENT_STATUSES = ['WAITING', 'PROCESSING', 'DONE', 'ERROR', 'CANCELLED'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export type DocumentLine = { readonly line: number; readonly document: Document };
export type RefusedLine = { readonly line: number; readonly reason: string };
export type ReadLines = {
  readonly documents: readonly DocumentLine[];
  readonly refused: readonly RefusedLine[];
};

const NOT_JSON = 'the line is not valid JSON';
const NO_TEXT = 'a line is the document as text, or an object with it under "document"';
const INVALID = 'the document is not a valid CPF or CNPJ';

/** Text itself, or what an export of results has beside it. A number has lost its leading zeros, so it is none. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const { document } = value as { document?: unknown };
  return typeof document === 'string' ? document : null;
}

function readLine(value: unknown): Document | { readonly reason: string } {
  if (value === undefined) return { reason: NOT_JSON };
  const text = textOf(value);
  if (text === null) return { reason: NO_TEXT };
  const document = parseDocument(text);
  return isFault(document) ? { reason: INVALID } : document;
}

/** A document that stands in an earlier line is refused: nobody means to pay for it twice. */
export function readDocuments(
  lines: Iterable<{ readonly line: number; readonly value: unknown }>,
): ReadLines {
  const documents: DocumentLine[] = [];
  const refused: RefusedLine[] = [];
  const firstLines = new Map<Document, number>();
  for (const { line, value } of lines) {
    const read = readLine(value);
    if (typeof read === 'object') {
      refused.push({ line, reason: read.reason });
      continue;
    }
    const first = firstLines.get(read);
    if (first === undefined) {
      firstLines.set(read, line);
      documents.push({ line, document: read });
    } else {
      refused.push({ line, reason: `the document stands in line ${first} already` });
    }
  }
  return { documents, refused };
}
