// What was used, as one row a day; days on which nothing was used are part of the picture.
import type { Usage } from '../../api/administration-shapes.ts';
import { purposeOf } from './ledger-texts.ts';
import type { Purpose } from './ledger-texts.ts';

export type UsageDay = { day: string; units: Partial<Record<Purpose, number>>; total: number };

const DAY_MS = 86_400_000;

function listDays(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A refund counts on its own day, so a day can be below zero where more was given back than charged. */
export function fillDays({ from, to, usage }: Usage): UsageDay[] {
  const days = new Map(
    listDays(from, to).map((day): [string, UsageDay] => [day, { day, units: {}, total: 0 }]),
  );
  for (const { day, purpose, charged, refunded } of usage) {
    const row = days.get(day);
    if (row === undefined) continue;
    const name = purposeOf(purpose);
    row.units[name] = (row.units[name] ?? 0) + charged - refunded;
    row.total += charged - refunded;
  }
  return [...days.values()];
}
