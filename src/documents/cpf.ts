// A person's tax number: 11 digits, the last two of them check digits. Always text: a number loses its leading zeros.
import { toBareText } from './bare-text.ts';
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

declare const cpfBrand: unique symbol;
export type Cpf = string & { readonly [cpfBrand]: true };

const LENGTH = 11;
const ZERO = 48;

/** Takes punctuation anywhere; a bare CPF comes back as the very string that was given. */
export function parseCpf(text: string): Cpf | Fault {
  if (text.length === LENGTH) {
    const fault = findFault(text);
    if (fault === null) return text as Cpf;
  }
  const bare = toBareText(text, LENGTH);
  if (typeof bare !== 'string') return bare;
  return findFault(bare) ?? (bare as Cpf);
}

export function isCpf(text: string): text is Cpf {
  return findFault(text) === null;
}

/** Imports call this tens of millions of times, hence one pass over the codes and nothing allocated. */
function findFault(text: string): Fault | null {
  if (text.length !== LENGTH) return FAULTS.length;
  const first = text.charCodeAt(0) - ZERO;
  let areEqual = true;
  let weighted = 0;
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return FAULTS.characters;
    if (digit !== first) areEqual = false;
    weighted += digit * (10 - at);
    sum += digit;
  }
  const check1 = text.charCodeAt(9) - ZERO;
  const check2 = text.charCodeAt(10) - ZERO;
  if (check1 < 0 || check1 > 9 || check2 < 0 || check2 > 9) return FAULTS.characters;
  // Eleven equal digits satisfy the arithmetic and are nobody's.
  if (areEqual && check1 === first && check2 === first) return FAULTS.allEqual;
  // Each weight of the second sum is one more than in the first, so the plain sum is what is added.
  const isRight = checkDigitOf(weighted) === check1 && checkDigitOf(weighted + sum + 2 * check1) === check2;
  return isRight ? null : FAULTS.checkDigits;
}

function checkDigitOf(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export function formatCpf(cpf: Cpf): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}
