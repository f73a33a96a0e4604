// Calendar dates of Brazil's courts: America/Sao_Paulo, which had summer time until February 2019.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_SECONDS = DAY_MS / 1000;
const STANDARD_OFFSET_MS = -3 * HOUR_MS;
/** Brazil's first summer time began in October 1931; the far end leaves room for one that a later time-zone table brings. */
const FIRST_YEAR = 1931;
const LAST_YEAR = 2100;
const KEPT_DATES = 50_000;

type Offsets = { readonly starts: Float64Array; readonly offsets: Float64Array };

let known: Offsets | null = null;
const dates = new Map<number, string>();

/** `2026-10-18` for an instant; asked for several times in each imported case, so days are kept once spelt. */
export function localDate(atMs: number): string {
  const day = Math.floor((atMs + offsetMs(atMs)) / DAY_MS);
  const kept = dates.get(day);
  if (kept !== undefined) return kept;
  const text = new Date(day * DAY_MS).toISOString();
  const date = text.slice(0, text.indexOf('T'));
  // Dates of a registry span some 30,000 days; only garbage brings more.
  if (dates.size >= KEPT_DATES) dates.clear();
  dates.set(day, date);
  return date;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** `2026-10-18T23:59:58` for an instant; ten thousand in a list, so not by way of `toISOString`, which takes ten times as long. */
export function localDateTime(atMs: number): string {
  const localSeconds = Math.floor((atMs + offsetMs(atMs)) / 1000);
  const second = ((localSeconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const [hour, minute] = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  return `${localDate(atMs)}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second % 60]}`;
}

/** The instant at which a calendar date begins. */
export function localMidnightMs(date: string): number {
  const utcMs = Date.parse(`${date}T00:00:00Z`);
  return utcMs - offsetMs(utcMs - STANDARD_OFFSET_MS);
}

function offsetMs(atMs: number): number {
  known ??= findOffsets();
  const { starts, offsets } = known;
  for (let index = starts.length - 1; index >= 0; index--) {
    if (atMs >= (starts[index] ?? 0)) return offsets[index] ?? STANDARD_OFFSET_MS;
  }
  return STANDARD_OFFSET_MS;
}

/** Asking Intl for each instant is a thousand times slower than this table, which is made from it once. */
function findOffsets(): Offsets {
  const format = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', timeZoneName: 'longOffset' });
  const offsetAt = (atMs: number): number => readOffset(format.formatToParts(atMs));
  const changes: { start: number; offset: number }[] = [];
  const end = Date.UTC(LAST_YEAR, 0);
  let before = offsetAt(Date.UTC(FIRST_YEAR, 0));
  // A summer never lasted less than some weeks, so no pair of changes hides between two looks.
  for (let at = Date.UTC(FIRST_YEAR, 0); at < end; at += 14 * DAY_MS) {
    const after = offsetAt(at + 14 * DAY_MS);
    if (after === before) continue;
    changes.push({
      start: findChange(at, at + 14 * DAY_MS, (instant) => offsetAt(instant) === after),
      offset: after,
    });
    before = after;
  }
  return {
    starts: Float64Array.from(changes, ({ start }) => start),
    offsets: Float64Array.from(changes, ({ offset }) => offset),
  };
}

function findChange(from: number, to: number, isAfter: (atMs: number) => boolean): number {
  let [low, high] = [from, to];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (isAfter(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** `GMT-03:00` */
function readOffset(parts: readonly Intl.DateTimeFormatPart[]): number {
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [hours, minutes] = text.slice(4).split(':').map(Number);
  const size = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000;
  return text.charAt(3) === '-' ? -size : size;
}
