// The CNJ's number of a court case (Resolution 65/2008), NNNNNNN-DD.AAAA.J.TR.OOOO, kept as 20 digits.
import { areDigits, toBareText } from './bare-text.ts';
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

declare const caseNumberBrand: unique symbol;
export type CaseNumber = string & { readonly [caseNumberBrand]: true };

export type Segment = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

const LENGTH = 20;

/** Any 20 digits: numbers from before 2010 may have wrong check digits, so those are asked for apart. */
export function parseCaseNumber(text: string): CaseNumber | Fault {
  if (text.length === LENGTH && areDigits(text)) return text as CaseNumber;
  const bare = toBareText(text, LENGTH);
  if (typeof bare !== 'string') return bare;
  if (!areDigits(bare)) return FAULTS.characters;
  return bare.length === LENGTH ? (bare as CaseNumber) : FAULTS.length;
}

/** The digits, with the two check digits moved to the end, leave 1 when divided by 97; they exceed 2^53, so by chunks. */
export function hasRightCheckDigits(number: CaseNumber): boolean {
  let rest = Number(number.slice(0, 7)) % 97;
  rest = (rest * 1e7 + Number(number.slice(9, 16))) % 97;
  return (rest * 1e6 + Number(number.slice(16) + number.slice(7, 9))) % 97 === 1;
}

export function formatCaseNumber(number: CaseNumber): string {
  const sequence = `${number.slice(0, 7)}-${number.slice(7, 9)}.${number.slice(9, 13)}`;
  return `${sequence}.${number.slice(13, 14)}.${number.slice(14, 16)}.${number.slice(16)}`;
}

export function filingYear(number: CaseNumber): number {
  return Number(number.slice(9, 13));
}

/** 0 is no segment, but a number may say so. */
export function segmentOf(number: string): Segment | 0 {
  return (number.charCodeAt(13) - 48) as Segment | 0;
}

/** Unit 0000: the case began in the court itself and did not come up from below. */
export function isFiledInCourtItself(number: string): boolean {
  return number.endsWith('0000');
}
