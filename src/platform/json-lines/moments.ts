// Moments as Brazilian sources write them, in milliseconds; null where there is no such moment. What has no zone is
// Brasília time, UTC-3: summer time ended in 2019, and before it an hour's error never changes the calendar day, because
// a day without a time is taken as its first hour by that reckoning.

const HOUR_MS = 3_600_000;
const BRASILIA_BEHIND_MS = 3 * HOUR_MS;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FIRST_YEAR = 1900;
const LAST_YEAR = 2099;

const DASH = 0x2d;
const PLUS = 0x2b;
const COLON = 0x3a;
const DOT = 0x2e;
const UPPER_T = 0x54;
const UPPER_Z = 0x5a;

/** Two digits at a place that the text is known to reach; -1 when they are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return false;
  if (month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS[month - 1] ?? 0);
}

/** Midnight UTC of `YYYY-MM-DD` at the start of the text. */
function dayMs(text: string): number | null {
  const century = twoDigits(text, 0);
  const ofCentury = twoDigits(text, 2);
  if (century < 0 || ofCentury < 0 || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const year = century * 100 + ofCentury;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return isDay(year, month, day) ? Date.UTC(year, month - 1, day) : null;
}

/** Behind `HH:MM:SS`; the digits beyond milliseconds are cut off. */
function fractionEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < 9) {
    const digit = text.charCodeAt(end) - 48;
    if (digit < 0 || digit > 9) break;
    end += 1;
  }
  return end;
}

/** What to add to local time to get UTC; null when there is something else than a zone. */
function zoneMs(text: string, at: number): number | null {
  if (at === text.length) return BRASILIA_BEHIND_MS;
  const sign = text.charCodeAt(at);
  if (sign === UPPER_Z) return at + 1 === text.length ? 0 : null;
  if ((sign !== PLUS && sign !== DASH) || text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON)
    return null;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  const ahead = hours * HOUR_MS + minutes * 60_000;
  return sign === PLUS ? -ahead : ahead;
}

/** ISO 8601 with a time, such as `2026-03-01T10:00:00.123Z`. */
export function parseInstantMs(text: string): number | null {
  if (text.length < 16 || text.charCodeAt(10) !== UPPER_T || text.charCodeAt(13) !== COLON) return null;
  const day = dayMs(text);
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  if (day === null || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return null;
  let ms = day + hours * HOUR_MS + minutes * 60_000;
  let at = 16;
  if (text.length >= 19 && text.charCodeAt(16) === COLON) {
    const seconds = twoDigits(text, 17);
    if (seconds < 0 || seconds > 59) return null;
    ms += seconds * 1000;
    at = 19;
    if (text.charCodeAt(19) === DOT) {
      at = fractionEnd(text, 20);
      if (at === 20) return null;
      ms += Number(text.slice(20, Math.min(at, 23)).padEnd(3, '0'));
    }
  }
  const zone = zoneMs(text, at);
  return zone === null ? null : ms + zone;
}

export function parseDateOrInstantMs(text: string): number | null {
  if (text.length !== 10) return parseInstantMs(text);
  const day = dayMs(text);
  return day === null ? null : day + BRASILIA_BEHIND_MS;
}

/** `YYYY-MM-DD` and nothing else. */
export function isDate(text: string): boolean {
  return text.length === 10 && dayMs(text) !== null;
}

const COMPACT = /^\d{8}(?:\d{2}){0,3}\d?$/;
const EPOCH = /^\d{9,13}$/;

/**
 * The digits that DataJud gives in place of a date: `20170313185559`, cut short anywhere behind the day, or milliseconds
 * or seconds since 1970. The two cannot be mixed up before March 2030, when milliseconds begin with a year.
 */
export function parseCompactMs(text: string): number | null {
  if (COMPACT.test(text)) {
    const [year, month, day] = [Number(text.slice(0, 4)), twoDigits(text, 4), twoDigits(text, 6)];
    const [hours, minutes, seconds] = [8, 10, 12].map((at) =>
      at + 2 <= text.length ? twoDigits(text, at) : 0,
    );
    const isTime = (hours ?? 0) < 24 && (minutes ?? 0) < 60 && (seconds ?? 0) < 60;
    if (isDay(year, month, day) && isTime) {
      return Date.UTC(year, month - 1, day, hours, minutes, seconds) + BRASILIA_BEHIND_MS;
    }
  }
  if (!EPOCH.test(text)) return null;
  return text.length <= 10 ? Number(text) * 1000 : Number(text);
}
