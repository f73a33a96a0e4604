// Texts, documents and moments as sources write them, where one that cannot be read is as good as none. Values that spoil the
// answer when they cannot be read are in wire-values.ts.
import { documentRoot, parseDocumentOrMask } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { parseDateOrInstantMs } from '../json-lines/moments.ts';
import type { Doc } from './outcome.ts';

export type Loose = string | number | null | undefined;

const MOST_CHARACTERS = 1000;

/** Nothing is "", or the word "null". A cut may leave half of a surrogate pair, which PostgreSQL does not hold. */
export function textOf(value: Loose): string | null {
  const text = String(value ?? '').trim();
  return text === '' || text === 'null' ? null : text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Those that are told. */
export function textsOf(values: Readonly<Record<string, Loose>>): Record<string, string> {
  const told = Object.entries(values).flatMap(([key, value]) => {
    const text = textOf(value);
    return text === null ? [] : [[key, text] as const];
  });
  return Object.fromEntries(told);
}

/** Plain or masked; one that became a number has lost its leading zeros. */
export function documentOf(value: Loose, digits: 11 | 14 = 11): string | null {
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

/** Whoever asks for one establishment means the company. */
export function isOfDocument(document: string | null, { value }: Doc): boolean {
  return document !== null && documentRoot(document as Document) === documentRoot(value as Document);
}

/** Documents as a case tells them: null where one is left out, masked, or whole. */
export type ToldDocuments = {
  readonly parties: readonly (string | null)[];
  /** With those who are no parties, such as lawyers. */
  readonly all: readonly (string | null)[];
};

/** A case that tells the whole document of every party, and nowhere this one, is somebody else's. */
export function mayBeAbout({ parties, all }: ToldDocuments, doc: Doc): boolean {
  const isSomebodyUntold = parties.some((document) => document?.startsWith('*') ?? true);
  return parties.length === 0 || isSomebodyUntold || all.some((document) => isOfDocument(document, doc));
}
