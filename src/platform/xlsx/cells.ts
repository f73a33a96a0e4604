// One cell of any kind. What does not fit its kind (a date that is none, an amount with letters) is written as text:
// nothing from outside gets into the XML unchecked, and nothing is lost.
import { styledTextCell, textCell } from './cell-text.ts';
import { STYLE } from './styles.ts';

/**
 * `word` is a text of which a column has few, such as a court; `money` is decimal text, `date` is
 * `2026-10-18`, `moment` is `2026-10-18T14:05:00` in the reader's own time: the format knows no zones.
 */
export type CellKind =
  | 'text'
  | 'word'
  | 'longText'
  | 'integer'
  | 'money'
  | 'date'
  | 'moment'
  | 'heading'
  | 'title'
  | 'label';
export type CellValue = string | number | null;

const DAY_MS = 86_400_000;
/** Day 0 of the format. Its 1900 has a 29 February that never was, so days before 1 March 1900 cannot be said. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const FIRST_DAY = 61;
const DATE_LENGTH = 10;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
/** Of cells made once and used again: days of a registry span some 30,000, and words are few unless they are none. */
const KEPT_CELLS = 50_000;
/** Digits that a double, which is what the format's numbers are, may not hold; with the point and a sign. */
const MAX_DECIMAL_LENGTH = 20;

function keeping(make: (text: string) => string): (text: string) => string {
  const kept = new Map<string, string>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (kept.size >= KEPT_CELLS) kept.clear();
    kept.set(text, made);
    return made;
  };
}

/** Null for what is no day, or none that the format can say. */
function countDays(text: string): number | null {
  const at = text.length === DATE_LENGTH ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  const day = (at - EPOCH_MS) / DAY_MS;
  const isDay = day >= FIRST_DAY && new Date(at).toISOString().slice(0, DATE_LENGTH) === text;
  return isDay ? day : null;
}

function countMoments(text: string): number | null {
  const at = MOMENT.test(text) ? Date.parse(`${text}.000Z`) : Number.NaN;
  const isMoment = !Number.isNaN(at) && countDays(text.slice(0, DATE_LENGTH)) !== null;
  return isMoment ? (at - EPOCH_MS) / DAY_MS : null;
}

function timeCell(style: number, count: number | null, text: string): string {
  return count === null ? textCell(text) : `<c s="${style}"><v>${count}</v></c>`;
}

const dateCell = keeping((text) => timeCell(STYLE.date, countDays(text), text));
const wordCell = keeping(textCell);

/** Digits, perhaps a sign before and one point between: what goes into the XML as it is. */
function isDecimal(text: string): boolean {
  const { length } = text;
  const start = text.charCodeAt(0) === 45 ? 1 : 0;
  if (length === start || length > MAX_DECIMAL_LENGTH) return false;
  let hasPoint = false;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    if (code !== 46 || hasPoint || at === start || at === length - 1) return false;
    hasPoint = true;
  }
  return true;
}

const OPEN_NUMBER = { integer: `<c s="${STYLE.integer}"><v>`, money: `<c s="${STYLE.money}"><v>` };

function numberCell(kind: 'integer' | 'money', value: string | number): string {
  const isNumber = typeof value === 'number' ? Number.isFinite(value) : isDecimal(value);
  return isNumber ? `${OPEN_NUMBER[kind]}${value}</v></c>` : textCell(String(value));
}

export function cell(kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return '<c/>';
  if (kind === 'integer' || kind === 'money') return numberCell(kind, value);
  const text = typeof value === 'string' ? value : String(value);
  if (kind === 'text') return textCell(text);
  if (kind === 'word') return wordCell(text);
  if (kind === 'date') return dateCell(text);
  if (kind === 'moment') return timeCell(STYLE.moment, countMoments(text), text);
  return styledTextCell(text, STYLE[kind]);
}
