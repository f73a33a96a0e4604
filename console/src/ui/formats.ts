// Numbers, money and dates as they are written in each language. Money comes as decimal text and is never added up here.
import type { Language } from './language.ts';

export type Formats = {
  count(value: number): string;
  /** From decimal text such as `1234.50`. */
  money(value: string): string;
  /** Short, for axes and tiles: R$ 1,2 mi. */
  shortMoney(value: string | number): string;
  /** From `2026-11-01`: a day without a time or zone. */
  day(value: string): string;
  /** From `2026-09`. */
  month(value: string): string;
  /** Without the year, for axes. */
  shortDay(value: string): string;
  size(bytes: number): string;
  /** How long something took. */
  duration(ms: number): string;
  moment(value: string): string;
  /** How long ago, in the largest unit that says something. */
  age(value: string): string;
};

const BRASILIA = 'America/Sao_Paulo';
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function ageOf(format: Intl.RelativeTimeFormat, seconds: number): string {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  return format.format(-Math.floor(seconds / length), unit);
}

export function createFormats(language: Language): Formats {
  const locale = language === 'en' ? 'en-GB' : 'pt-BR';
  const currency = { style: 'currency', currency: 'BRL' } as const;
  const counts = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, currency);
  const shortMoney = new Intl.NumberFormat(locale, {
    ...currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: BRASILIA,
  });
  const shortDays = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const megabytes = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const milliseconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'narrow',
  });
  const seconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
  const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    count: (value) => counts.format(value),
    money: (value) => money.format(Number(value)),
    shortMoney: (value) => shortMoney.format(Number(value)),
    day: (value) => days.format(new Date(`${value}T00:00:00Z`)),
    month: (value) => months.format(new Date(`${value}-01T00:00:00Z`)),
    shortDay: (value) => shortDays.format(new Date(`${value}T00:00:00Z`)),
    size: (bytes) => megabytes.format(bytes / 1e6),
    duration: (ms) => (ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000)),
    moment: (value) => moments.format(new Date(value)),
    age: (value) => ageOf(ages, Math.max(0, (Date.now() - Date.parse(value)) / 1000)),
  };
}
