import { hasRightCheckDigits, parseCaseNumber } from '../../../../src/documents/case-number.ts';
// What somebody is typing: a CPF, a CNPJ, a case number, the beginning of one, or none of them.
import { findCourt } from '../../../../src/documents/court.ts';
import { documentType, parseDocument } from '../../../../src/documents/document.ts';
import type { Document, DocumentType } from '../../../../src/documents/document.ts';
import { isFault } from '../../../../src/documents/fault.ts';

export type Recognised =
  | { kind: 'nothing' }
  | { kind: 'document'; type: DocumentType; document: Document }
  | { kind: 'case'; number: string; court: string; hasRightDigits: boolean }
  | { kind: 'unfinished'; missing: number }
  | { kind: 'wrong'; reason: 'characters' | 'digits' | 'length' };

/** What can be asked about. */
export type Wanted = Extract<Recognised, { kind: 'document' | 'case' }>;

const [CPF, CNPJ, CASE] = [11, 14, 20];

function recogniseCase(bare: string): Recognised {
  const number = parseCaseNumber(bare);
  if (isFault(number)) return { kind: 'wrong', reason: 'characters' };
  const court = findCourt(number)?.acronym ?? '';
  return { kind: 'case', number, court, hasRightDigits: hasRightCheckDigits(number) };
}

export function recognise(text: string): Recognised {
  const bare = text.replaceAll(/[\s./-]/g, '').toUpperCase();
  if (bare === '') return { kind: 'nothing' };
  if (!/^[0-9A-Z]+$/.test(bare)) return { kind: 'wrong', reason: 'characters' };
  const { length } = bare;
  if (length === CASE) return recogniseCase(bare);
  if (length > CASE) return { kind: 'wrong', reason: 'length' };
  const document = parseDocument(bare);
  if (!isFault(document)) return { kind: 'document', type: documentType(document), document };
  // A number that is whole for one kind may be the beginning of the next longer one.
  if (length === CPF && /^\d+$/.test(bare)) return { kind: 'wrong', reason: 'digits' };
  if (length === CNPJ) return { kind: 'wrong', reason: 'digits' };
  const next = [CPF, CNPJ, CASE].find((whole) => whole > length) ?? CASE;
  return { kind: 'unfinished', missing: next - length };
}
