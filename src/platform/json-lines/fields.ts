// Reading the fields of one JSON line. What does not fit throws a FieldFault, whose message is the reason for setting
// the line aside: constant texts with the field's path and never its value, so that reasons can be counted.
// Written out by hand because it runs for every field of every line: a schema library took longer than all the rest.

export class FieldFault extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

const HIGHEST_CODE = 999_999_999;
const MAX_NAME = 1000;
const MONEY = /^\d{1,15}(?:\.\d{1,2})?$/;
const CAN_HIDE = /\\u(?:0000|[dD][89a-fA-F])/;

function isUnwritable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

function holdsUnwritable(value: unknown): boolean {
  if (typeof value === 'string') return isUnwritable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => isUnwritable(key) || holdsUnwritable(inner));
}

/** PostgreSQL holds neither NUL nor half of a surrogate pair; both can only come in as an escape. */
export function parseJsonLine(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FieldFault('the line is no JSON, or is cut off');
  }
  if (text.includes('\\u') && CAN_HIDE.test(text) && holdsUnwritable(value)) {
    throw new FieldFault('a text holds NUL or half of a surrogate pair');
  }
  return value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown, path: string): Fields {
  if (!isFields(value)) throw new FieldFault(`${path} is no object`);
  return value;
}

const NO_FIELDS: Fields = {};

export function optionalFields(value: unknown, path: string): Fields {
  return value === undefined || value === null ? NO_FIELDS : fieldsOf(value, path);
}

const NO_ITEMS: readonly unknown[] = [];

export function optionalList(value: unknown, path: string, max: number): readonly unknown[] {
  if (value === undefined) return NO_ITEMS;
  if (!Array.isArray(value)) throw new FieldFault(`${path} is no list`);
  if (value.length > max) throw new FieldFault(`${path} has more than ${max} entries`);
  return value as readonly unknown[];
}

export function textOf(value: unknown, path: string, max: number): string {
  if (typeof value !== 'string') throw new FieldFault(`${path} is no text`);
  if (value.length > max) throw new FieldFault(`${path} is longer than ${max} characters`);
  return value;
}

export function requiredText(value: unknown, path: string, max: number): string {
  const text = textOf(value, path, max);
  if (text === '') throw new FieldFault(`${path} is empty`);
  return text;
}

export function optionalText(value: unknown, path: string, max: number = MAX_NAME): string | null {
  return value === undefined || value === null || value === '' ? null : textOf(value, path, max);
}

export function integerOf(value: unknown, path: string, { min, max }: { min: number; max: number }): number {
  if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
    throw new FieldFault(`${path} is no whole number from ${min} to ${max}`);
  }
  return value as number;
}

const CODE_RANGE = { min: 1, max: HIGHEST_CODE };

export function codeOf(value: unknown, path: string): number {
  return integerOf(value, path, CODE_RANGE);
}

export function optionalChoice<T extends string>(
  value: unknown,
  path: string,
  choices: readonly T[],
): T | null {
  if (value === undefined || value === null) return null;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new FieldFault(`${path} is none of ${choices.join(', ')}`);
  return found;
}

/** With two digits behind the dot. */
export function optionalMoney(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !MONEY.test(value)) {
    throw new FieldFault(`${path} is no amount such as "1234.56"`);
  }
  const dot = value.indexOf('.');
  if (dot === -1) return `${value}.00`;
  return value.length - dot === 3 ? value : `${value}0`;
}

/** The fields that nobody asks for, or null. `__proto__` is a field like any other here. */
export function extrasOf(fields: Fields, known: ReadonlySet<string>): Fields | null {
  let extras: [string, unknown][] | null = null;
  for (const key in fields) {
    if (!known.has(key)) (extras ??= []).push([key, fields[key]]);
  }
  return extras === null ? null : Object.fromEntries(extras);
}
