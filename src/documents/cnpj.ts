// A company's tax number: 8 characters of root, 4 of establishment, 2 check digits. Letters are allowed in the first twelve
// since July 2026 (RFB, NT COCAD 49/2024), so it is text and never a number.
import { toBareText } from './bare-text.ts';
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

declare const cnpjBrand: unique symbol;
export type Cnpj = string & { readonly [cnpjBrand]: true };

const LENGTH = 14;
const BODY = 12;
const ZERO = 48;

/** Takes punctuation anywhere and lower case; a bare CNPJ comes back as the very string that was given. */
export function parseCnpj(text: string): Cnpj | Fault {
  if (text.length === LENGTH) {
    const fault = findFault(text);
    if (fault === null) return text as Cnpj;
  }
  const bare = toBareText(text, LENGTH);
  if (typeof bare !== 'string') return bare;
  return findFault(bare) ?? (bare as Cnpj);
}

export function isCnpj(text: string): text is Cnpj {
  return findFault(text) === null;
}

/** Imports call this tens of millions of times, hence one pass over the codes and nothing allocated. */
function findFault(text: string): Fault | null {
  if (text.length !== LENGTH) return FAULTS.length;
  const first = text.charCodeAt(0);
  let areEqual = true;
  let sum1 = 0;
  let sum2 = 0;
  for (let at = 0; at < BODY; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && (code < 65 || code > 90)) return FAULTS.characters;
    if (code !== first) areEqual = false;
    // A character is worth its ASCII code less 48, so that A is 17; the weights are 2 to 9, again and again, from the right.
    const value = code - ZERO;
    sum1 += value * (at < 4 ? 5 - at : 13 - at);
    sum2 += value * (at < 5 ? 6 - at : 14 - at);
  }
  const code1 = text.charCodeAt(12);
  const code2 = text.charCodeAt(13);
  if (!isDigit(code1) || !isDigit(code2)) return FAULTS.characters;
  // Fourteen zeros satisfy the arithmetic and are nobody's.
  if (areEqual && code1 === first && code2 === first) return FAULTS.allEqual;
  const check1 = code1 - ZERO;
  const isRight = checkDigitOf(sum1) === check1 && checkDigitOf(sum2 + 2 * check1) === code2 - ZERO;
  return isRight ? null : FAULTS.checkDigits;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= 57;
}

function checkDigitOf(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export function formatCnpj(cnpj: Cnpj): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}

/** What all establishments of a company share. */
export function cnpjRoot(cnpj: Cnpj): string {
  return cnpj.slice(0, 8);
}
