// Documents and case numbers as people write them, masked or whole. Masks come from the server; here they only get their
// punctuation.
import { formatCaseNumber } from '../../../src/documents/case-number.ts';
import type { CaseNumber } from '../../../src/documents/case-number.ts';
import { formatDocument } from '../../../src/documents/document.ts';
import type { Document } from '../../../src/documents/document.ts';

export function writeDocument(text: string): string {
  return text.length === 11 || text.length === 14 ? formatDocument(text as Document) : text;
}

export function writeCaseNumber(text: string): string {
  return text.length === 20 ? formatCaseNumber(text as CaseNumber) : text;
}
