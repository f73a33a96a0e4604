// Amounts of reais. In the program they are whole cents, at rest and on the wire decimal text with two digits; a binary
// fraction never holds one.
import { FAULTS } from './fault.ts';
import type { Fault } from './fault.ts';

export type Cents = bigint;

/** What numeric(17, 2) holds. */
const MAX_WHOLE_DIGITS = 15;
const DOT = '.';
const COMMA = ',';

/** `1234567.89`; fewer decimals are filled up, further ones only taken when they are zeros. */
export function parseMoney(text: string): Cents | Fault {
  return parseAmount(text, DOT, '');
}

/** `1.234,56` as Brazilian files write it, with or without the dots. */
export function parseBrazilianMoney(text: string): Cents | Fault {
  const trimmed = text.trim();
  return parseAmount(trimmed.startsWith('R$') ? trimmed.slice(2).trimStart() : trimmed, COMMA, DOT);
}

function parseAmount(text: string, decimalMark: string, groupMark: string): Cents | Fault {
  const isNegative = text.startsWith('-');
  const unsigned = isNegative ? text.slice(1) : text;
  if (unsigned === '') return FAULTS.empty;
  const markAt = unsigned.indexOf(decimalMark);
  const whole = readWhole(markAt === -1 ? unsigned : unsigned.slice(0, markAt), groupMark);
  if (typeof whole !== 'string') return whole;
  const cents = markAt === -1 ? '00' : readCents(unsigned.slice(markAt + 1));
  if (typeof cents !== 'string') return cents;
  const amount = BigInt(whole + cents);
  return isNegative ? -amount : amount;
}

function readWhole(text: string, groupMark: string): string | Fault {
  const isGrouped = groupMark !== '' && text.includes(groupMark);
  let digits = '';
  for (let at = 0; at < text.length; at++) {
    const isGroupMark = isGrouped && (text.length - at) % 4 === 0;
    if (isGroupMark ? text.charAt(at) !== groupMark || at === 0 : !isDigit(text, at))
      return FAULTS.characters;
    if (!isGroupMark) digits += text.charAt(at);
    if (digits === '0') digits = '';
    if (digits.length > MAX_WHOLE_DIGITS) return FAULTS.tooLarge;
  }
  return text === '' ? FAULTS.characters : digits;
}

function readCents(text: string): string | Fault {
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text, at) || (at >= 2 && text.charAt(at) !== '0')) return FAULTS.characters;
  }
  return text === '' ? FAULTS.characters : text.slice(0, 2).padEnd(2, '0');
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

export function formatMoney(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}
