// How sources write money, dates and months; turned into ours at the edge. What is there but cannot be read spoils the
// whole answer: a guess would be stored and shown as a fact.
import { isFault } from '../../documents/fault.ts';
import { formatMoney, parseBrazilianMoney, parseMoney } from '../../documents/money.ts';
import type { Cents, IsoDate } from './outcome.ts';
import { UnreadableValue } from './shapes.ts';
import { textOf } from './wire-text.ts';
import type { Loose } from './wire-text.ts';

/** Reais as a number, as `1234.56`, or as `R$ 1.234,56`; absent means nothing. */
export function readCents(value: unknown, field: string): Cents {
  if (value === undefined || value === null || value === '') {
    return 0;
  }
  const text = typeof value === 'number' ? decimalText(value) : value;
  if (typeof text !== 'string') {
    throw new UnreadableValue(field);
  }
  const amount = /[,R]/.test(text) ? parseBrazilianMoney(text) : parseMoney(text.trim());
  const cents = isFault(amount) ? Number.NaN : Number(amount);
  if (!Number.isSafeInteger(cents)) {
    throw new UnreadableValue(field);
  }
  return cents;
}

/** A sum made with binary fractions by the source has digits behind the centavos, such as 0.1 + 0.2. */
function decimalText(value: number): string {
  const nearest = Math.round(value * 100) / 100;
  const isHonest = Number.isFinite(value) && Math.abs(nearest - value) < 1e-4;
  return isHonest ? nearest.toFixed(2) : 'unreadable';
}

const DATE_FORMS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/, ([, year, month, day]) => `${year}-${month}-${day}`],
  [/^(\d{2})\/(\d{2})\/(\d{4})(?: .*)?$/, ([, day, month, year]) => `${year}-${month}-${day}`],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year, month, day]) => `${year}-${month}-${day}`],
];

/** Zeros stand for a date that is not there. */
const NO_DATE = /^(?:0001-01-01|0000-00-00|00\/00\/0000|0+$)/;

/** The day as written: a midnight in Brasília is not turned into the day before by a time zone. */
export function readDate(value: string | null | undefined, field: string): IsoDate | undefined {
  const text = value?.trim() ?? '';
  if (text === '' || NO_DATE.test(text)) {
    return undefined;
  }
  for (const [form, build] of DATE_FORMS) {
    const match = form.exec(text);
    if (match !== null && isDay(build(match))) {
      return build(match);
    }
  }
  throw new UnreadableValue(field);
}

function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

/** `202607`, as number or text, or `2026-07`, as `2026-07`. */
export function readMonth(value: string | number, field: string): string {
  const match = /^(\d{4})-?(0[1-9]|1[0-2])$/.exec(String(value).trim());
  if (match === null) {
    throw new UnreadableValue(field);
  }
  return `${match[1]}-${match[2]}`;
}

/** `98.5%`, `98,5`, or 98.5; undefined when it is not told. */
export function readPercent(value: string | number | null | undefined, field: string): number | undefined {
  const written = String(value ?? '').trim();
  if (written === '') {
    return undefined;
  }
  const text = written.endsWith('%') ? written.slice(0, -1).trim() : written;
  const percent = /^\d{1,3}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  if (!(percent <= 100)) {
    throw new UnreadableValue(field);
  }
  return percent;
}

/** Decimal text. One that cannot be read is worth a warning and not the whole answer; a negative one says nothing. */
export function readAmount(value: Loose, field: string, warn: (text: string) => void): string | null {
  if (textOf(value) === null) return null;
  try {
    const cents = readCents(value, field);
    return cents < 0 ? null : formatMoney(BigInt(cents));
  } catch {
    warn(`${field} cannot be read and is left out`);
    return null;
  }
}
