// A CPF or a CNPJ, whichever the text is; and CPFs of which the publisher shows only the six digits in the middle.
import { isSeparator, toBareText } from './bare-text.ts';
import { cnpjRoot, formatCnpj, isCnpj, parseCnpj } from './cnpj.ts';
import type { Cnpj } from './cnpj.ts';
import { formatCpf, isCpf, parseCpf } from './cpf.ts';
import type { Cpf } from './cpf.ts';
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

declare const maskedBrand: unique symbol;
/** Three stars, six digits, two stars. Names nobody by itself: it matches only together with the name. */
export type MaskedCpf = string & { readonly [maskedBrand]: true };

export type Document = Cpf | Cnpj;
export type DocumentType = 'CPF' | 'CNPJ';
export type DocumentKind = DocumentType | 'MASKED_CPF';

const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
const STAR = 42;

export function parseDocument(text: string): Document | Fault {
  if (text.length === CPF_LENGTH && isCpf(text)) return text;
  if (text.length === CNPJ_LENGTH && isCnpj(text)) return text;
  const bare = toBareText(text, CNPJ_LENGTH);
  if (typeof bare !== 'string') return bare;
  if (bare.length === CPF_LENGTH) return parseCpf(bare);
  return bare.length === CNPJ_LENGTH ? parseCnpj(bare) : FAULTS.length;
}

/** As files write it: `***456789**`, `XXX456.789XX`, `***.456.789-**`. */
export function parseMaskedCpf(text: string): MaskedCpf | Fault {
  if (isMaskedCpf(text)) return text;
  let digits = '';
  let place = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isSeparator(code)) continue;
    if (place === CPF_LENGTH) return FAULTS.length;
    const isShown = place >= 3 && place < 9;
    if (isShown ? code < 48 || code > 57 : !isMaskMark(code)) return FAULTS.characters;
    if (isShown) digits += text.charAt(at);
    place += 1;
  }
  if (place === 0) return FAULTS.empty;
  return place === CPF_LENGTH ? (`***${digits}**` as MaskedCpf) : FAULTS.length;
}

function isMaskMark(code: number): boolean {
  return code === STAR || code === 88 || code === 120;
}

export function isMaskedCpf(text: string): text is MaskedCpf {
  if (text.length !== CPF_LENGTH) return false;
  for (let at = 0; at < CPF_LENGTH; at++) {
    const code = text.charCodeAt(at);
    const isShown = at >= 3 && at < 9;
    if (isShown ? code < 48 || code > 57 : code !== STAR) return false;
  }
  return true;
}

/** For files that hold whole and masked documents in one column. */
export function parseDocumentOrMask(text: string): Document | MaskedCpf | Fault {
  const masked = parseMaskedCpf(text);
  return typeof masked === 'string' ? masked : parseDocument(text);
}

/** Only what is bare, in upper case and right has a kind. */
export function findDocumentKind(text: string): DocumentKind | null {
  if (text.length === CNPJ_LENGTH) return isCnpj(text) ? 'CNPJ' : null;
  if (text.length !== CPF_LENGTH) return null;
  if (text.charCodeAt(0) === STAR) return isMaskedCpf(text) ? 'MASKED_CPF' : null;
  return isCpf(text) ? 'CPF' : null;
}

export function documentType(document: Document): DocumentType {
  return document.length === CPF_LENGTH ? 'CPF' : 'CNPJ';
}

/** What a dossier is asked by: a CPF whole, masked or not, and of a CNPJ what all establishments share. */
export function documentRoot(document: Document | MaskedCpf): string {
  return document.length === CNPJ_LENGTH ? cnpjRoot(document as Cnpj) : document;
}

export function formatDocument(document: Document): string {
  return document.length === CPF_LENGTH ? formatCpf(document as Cpf) : formatCnpj(document as Cnpj);
}

export function maskCpf(cpf: Cpf): MaskedCpf {
  return `***${cpf.slice(3, 9)}**` as MaskedCpf;
}

export function maskDocument(document: Document): string {
  return document.length === CPF_LENGTH
    ? maskCpf(document as Cpf)
    : `${document.slice(0, 8)}****${document.slice(12)}`;
}
