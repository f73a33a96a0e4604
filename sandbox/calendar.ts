// Days as numbers since 2000-01-01 and their spellings, made once: formatting dates would cost more than all else.

const MS_PER_DAY = 86_400_000;
const FIRST_DAY_MS = Date.UTC(2000, 0, 1);
const LAST_DAY = 16_000;

const ISO_DATES: readonly string[] = Array.from({ length: LAST_DAY }, (_, day) =>
  new Date(FIRST_DAY_MS + day * MS_PER_DAY).toISOString().slice(0, 10),
);
const COMPACT_DATES: readonly string[] = ISO_DATES.map((date) => date.replaceAll('-', ''));
const YEARS: readonly number[] = ISO_DATES.map((date) => Number(date.slice(0, 4)));
const TIMES: readonly string[] = Array.from(
  { length: 24 * 60 },
  (_, minute) =>
    `T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00.000Z`,
);

/** Null when the text is no calendar date from 2000 on. */
export function parseDay(text: string): number | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? ISO_DATES.indexOf(text) : -1;
  return day < 0 ? null : day;
}

export function isoDate(day: number): string {
  return ISO_DATES[day] as string;
}

/** `20260131` */
export function compactDate(day: number): string {
  return COMPACT_DATES[day] as string;
}

/** `31/01/2026` */
export function brazilianDate(day: number): string {
  const date = isoDate(day);
  return `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
}

export function isoInstant(day: number, minute: number): string {
  return (ISO_DATES[day] as string) + (TIMES[minute] as string);
}

export function epochMs(day: number, minute: number): number {
  return FIRST_DAY_MS + day * MS_PER_DAY + minute * 60_000;
}

export function yearOf(day: number): number {
  return YEARS[day] as number;
}
