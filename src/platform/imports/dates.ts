// Calendar dates as publishers write them, as PostgreSQL reads them.

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const KEPT = 100_000;

/** Null when there is no such day. */
export function isoDate(year: string, month: string, day: string): string | null {
  if (!/^\d{4}$/.test(year) || !/^\d{2}$/.test(month) || !/^\d{2}$/.test(day)) {
    return null;
  }
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const last = m === 2 && !isLeap ? 28 : (DAYS[m - 1] ?? 0);
  return y > 0 && d >= 1 && d <= last ? `${year}-${month}-${day}` : null;
}

/** Files repeat their dates, so each is worked out once. `undefined` is "no date". */
export function rememberDates(parse: (text: string) => string | null | undefined): typeof parse {
  const known = new Map<string, string | null | undefined>();
  return (text) => {
    if (known.has(text)) {
      return known.get(text);
    }
    const date = parse(text);
    if (known.size < KEPT) {
      known.set(text, date);
    }
    return date;
  };
}
