// The number of a driver's licence in the national register: nine digits and two check digits.
import { areDigits, toBareText } from './bare-text.ts';
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

declare const licenceBrand: unique symbol;
export type DriverLicenceNumber = string & { readonly [licenceBrand]: true };

export type ParsedDriverLicenceNumber = {
  readonly number: DriverLicenceNumber;
  /** Nobody publishes what the second check digit is in this corner of the arithmetic, so it is taken and told. */
  readonly isDoubtful: boolean;
};

const LENGTH = 11;

export function parseDriverLicenceNumber(text: string): ParsedDriverLicenceNumber | Fault {
  const bare = toBareText(text, LENGTH);
  if (typeof bare !== 'string') return bare;
  if (!areDigits(bare)) return FAULTS.characters;
  if (bare.length !== LENGTH) return FAULTS.length;
  if (bare === bare.charAt(0).repeat(LENGTH)) return FAULTS.allEqual;
  const { check1, check2 } = checkDigitsOf(bare);
  if (Number(bare.charAt(9)) !== check1) return FAULTS.checkDigits;
  if (check2 !== null && Number(bare.charAt(10)) !== check2) return FAULTS.checkDigits;
  return { number: bare as DriverLicenceNumber, isDoubtful: check2 === null };
}

/** The second is null where published implementations disagree: when it would fall below zero. */
function checkDigitsOf(digits: string): { check1: number; check2: number | null } {
  let falling = 0;
  let rising = 0;
  for (let at = 0; at < 9; at++) {
    const digit = digits.charCodeAt(at) - 48;
    falling += digit * (9 - at);
    rising += digit * (at + 1);
  }
  const rest1 = falling % 11;
  const rest2 = rising % 11;
  if (rest1 < 10) return { check1: rest1, check2: rest2 === 10 ? 0 : rest2 };
  const lowered = rest2 - 2;
  return { check1: 0, check2: lowered < 0 ? null : lowered };
}
