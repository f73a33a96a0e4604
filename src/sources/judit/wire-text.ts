// Texts, codes and moments as Judit writes them.
import { parseDocumentOrMask } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { parseDateOrInstantMs } from '../../platform/json-lines/moments.ts';

type Loose = string | number | null | undefined;

const MOST_CHARACTERS = 1000;

/** Nothing is "", or the word "null". A cut may leave half of a surrogate pair, which PostgreSQL does not hold. */
export function textOf(value: Loose): string | null {
  const text = String(value ?? '').trim();
  return text === '' || text === 'null' ? null : text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** A code of the CNJ's tables, which comes as text or number; 0 and words are none. */
export function codeOf(value: Loose): number | null {
  const text = textOf(value);
  const code = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return code > 0 ? code : null;
}

/** Masked or plain; a CPF that became a number has lost its leading zeros. */
export function documentOf(value: Loose): string | null {
  const text = textOf(typeof value === 'number' ? String(value).padStart(11, '0') : value);
  const document = text === null ? null : parseDocumentOrMask(text);
  return document === null || isFault(document) ? null : document;
}

export function momentOf(value: Loose): Date | null {
  const text = textOf(value);
  const ms = text === null ? null : parseDateOrInstantMs(text);
  return ms === null ? null : new Date(ms);
}
