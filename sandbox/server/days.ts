// Calendar arithmetic on YYYY-MM-DD and YYYY-MM texts.
const DAY_MS = 86_400_000;

export function addDays(date: string, days: number): string {
  const text = new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString();
  return text.slice(0, text.indexOf('T'));
}

/** The 29th of February becomes the 28th, so that the day always exists. */
export function addYears(date: string, years: number): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const sameDay = month === '02' && day === '29' ? '28' : day;
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${sameDay}`;
}

export function addMonths(month: string, months: number): string {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  const index = year * 12 + ofYear - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included; none when they are the wrong way round. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) {
    months.push(month);
  }
  return months;
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}
