// Pure decisions about radars.
import { documentType, parseDocument } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';

/** From so long after it was added or last resumed on, a radar may be paused. */
export const PAUSABLE_AFTER_DAYS = 7;
const DAY_MS = 86_400_000;

export function pausableAt(sinceMs: number): Date {
  return new Date(sinceMs + PAUSABLE_AFTER_DAYS * DAY_MS);
}

/** Characters and not halves of them. */
const LONGEST = /^.{1,200}$/su;
/** Characters that are not seen or turn the text around. */
const UNSEEN = /\p{C}/u;

/** The name as it is kept, or null for what is none. */
export function readName(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const name = text.trim();
  const isName = LONGEST.test(name) && !UNSEEN.test(name);
  return isName ? name : null;
}

export type WantedRadar = {
  readonly name: string;
  readonly document: Document;
};

export type RadarFault = 'name' | 'code' | 'type' | 'fields';
/** Why a line or a body is no radar, as the caller is told. */
export const FAULT_TEXTS: Readonly<Record<RadarFault, string>> = {
  name: 'name must have 1 to 200 characters',
  code: 'code is not a valid CPF or CNPJ',
  type: 'type must be CPF or CNPJ and fit code',
  fields: 'a line has the fields name, code and type, and no others',
};

const FIELDS = new Set(['name', 'code', 'type']);

type Read<T> = T | { readonly fault: RadarFault };

function readDocument(code: unknown, type: unknown): Read<{ readonly document: Document }> {
  const document = typeof code === 'string' ? parseDocument(code) : null;
  if (document === null || isFault(document)) return { fault: 'code' };
  return type === documentType(document) ? { document } : { fault: 'type' };
}

/** Anything that somebody may send. */
export function readRadar(given: unknown): Read<WantedRadar> {
  if (typeof given !== 'object' || given === null || Object.keys(given).some((key) => !FIELDS.has(key))) {
    return { fault: 'fields' };
  }
  const { name: text, code, type } = given as Record<string, unknown>;
  const name = readName(text);
  if (name === null) return { fault: 'name' };
  const read = readDocument(code, type);
  return 'fault' in read ? read : { name, ...read };
}

const FINDING = /^(?:case:\d{20}|(?:debt|protest|partner|registry):[^\p{C}]{1,200})$/u;

export function isFinding(text: string): boolean {
  return FINDING.test(text);
}

export type Order = 'ASC' | 'DESC';
/** A place in the list: when a radar was added, in microseconds, and its id. */
export type Place = { readonly atMicros: string; readonly id: string };

const PLACE = /^(\d{1,16})\.(\d{1,16})$/;

/** Opaque to callers: nothing is promised of what stands in it. */
export function placeToCursor({ atMicros, id }: Place): string {
  return Buffer.from(`${atMicros}.${id}`).toString('base64url');
}

export function cursorToPlace(cursor: string): Place | null {
  const [, atMicros, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const place = atMicros === undefined || id === undefined ? null : { atMicros, id };
  // Decoding lets pass what encoding never makes.
  return place !== null && placeToCursor(place) === cursor ? place : null;
}
