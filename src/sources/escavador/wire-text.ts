// Texts, days, money and documents as Escavador writes them.
import { parseDocumentOrMask } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { parseDateOrInstantMs } from '../../platform/json-lines/moments.ts';

type Loose = string | number | null | undefined;

const MOST_CHARACTERS = 1000;

/** A cut may leave half of a surrogate pair, which PostgreSQL does not hold. */
export function textOf(value: Loose): string | null {
  const text = String(value ?? '').trim();
  return text === '' ? null : text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Digits or masked; one that became a number has lost its leading zeros. */
export function documentOf(value: Loose, digits: 11 | 14): string | null {
  const text = textOf(typeof value === 'number' ? String(value).padStart(digits, '0') : value);
  const document = text === null ? null : parseDocumentOrMask(text);
  return document === null || isFault(document) ? null : document;
}

const BRAZILIAN_DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const SPACED = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/;

/** ISO with or without a zone, a space in place of its `T`, or `dd/mm/yyyy`. */
export function momentOf(value: Loose): Date | null {
  const text = textOf(value)?.replace(BRAZILIAN_DAY, '$3-$2-$1').replace(SPACED, '$1T$2') ?? null;
  const ms = text === null ? null : parseDateOrInstantMs(text);
  return ms === null ? null : new Date(ms);
}
