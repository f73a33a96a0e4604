// Codes and moments in all the shapes that the courts give them.
import { parseCompactMs, parseDateOrInstantMs } from '../../platform/json-lines/moments.ts';

const HIGHEST_CODE = 999_999_999;
/** The CNJ's own codes are below this (the highest was 15732 in September 2025); what is above is a court's own. */
const NATIONAL_CODES_BELOW = 20_000;

/** What such a code is called stands in the CNJ's tables; of others only the source knows. */
export function isNational(code: number | null): boolean {
  return code !== null && code > 0 && code < NATIONAL_CODES_BELOW;
}

/** Codes come as numbers and, from some courts, as text. */
export function readCode(value: unknown): number | null {
  const code = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Number.isInteger(code) && (code as number) > 0 && (code as number) <= HIGHEST_CODE
    ? (code as number)
    : null;
}

/** All shapes in which the courts give a moment; null when it is none of them. */
export function readMomentMs(value: unknown): number | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value > 0 ? parseCompactMs(String(value)) : null;
  if (typeof value !== 'string' || value.length > 40) return null;
  const text = value.trim();
  return parseCompactMs(text) ?? parseDateOrInstantMs(text.length > 10 ? text.replace(' ', 'T') : text);
}
