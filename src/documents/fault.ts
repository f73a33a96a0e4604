// Why a text is not what it should be. Faults are shared constants: a refusal inside an import costs no allocation.

export type FaultKind = 'EMPTY' | 'CHARACTERS' | 'LENGTH' | 'ALL_EQUAL' | 'CHECK_DIGITS' | 'TOO_LARGE';

export type Fault = { readonly fault: FaultKind };

const fault = (kind: FaultKind): Fault => Object.freeze({ fault: kind });

export const FAULTS = {
  empty: fault('EMPTY'),
  characters: fault('CHARACTERS'),
  length: fault('LENGTH'),
  allEqual: fault('ALL_EQUAL'),
  checkDigits: fault('CHECK_DIGITS'),
  tooLarge: fault('TOO_LARGE'),
} as const;

export function isFault(result: unknown): result is Fault {
  return typeof result === 'object' && result !== null && 'fault' in result;
}
