// When an organization's refreshes run. A run belongs to a day of its plan, begins with the day's first hour and is spread
// over its hours; it lasts until the next one begins, so that what was missed while nothing ran is made up.
import { localDate, localMidnightMs } from '../../documents/local-date.ts';

export type RefreshPlan = {
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
  /** 0 to 23 in America/Sao_Paulo. */
  readonly hours: readonly number[];
  readonly dailyBudget: number;
};

export const DEFAULT_PLAN: RefreshPlan = {
  weekdays: [1, 2, 3, 4, 5],
  hours: [6, 7, 8],
  dailyBudget: 1000,
};

export type PlannedRun = {
  readonly day: string;
  /** How much of its hours has gone by, 0 to 1. */
  readonly elapsed: number;
  /** What is due from here on is for a later run. */
  readonly dayEndsMs: number;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;

function addDays(date: string, days: number): string {
  const text = new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString();
  return text.slice(0, text.indexOf('T'));
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || WEEK_DAYS;
}

function elapsedOf(hours: readonly number[], midnightMs: number, nowMs: number): number {
  const gone = hours.map((hour) => Math.min(Math.max(nowMs - midnightMs - hour * HOUR_MS, 0), HOUR_MS));
  return gone.reduce((sum, ms) => sum + ms, 0) / (hours.length * HOUR_MS);
}

/** The latest run that has begun. */
export function findRun({ weekdays, hours }: RefreshPlan, nowMs: number): PlannedRun | null {
  const today = localDate(nowMs);
  for (let back = 0; back <= WEEK_DAYS; back += 1) {
    const day = addDays(today, -back);
    const midnightMs = localMidnightMs(day);
    if (weekdays.includes(weekdayOf(day)) && midnightMs + Math.min(...hours) * HOUR_MS <= nowMs) {
      const dayEndsMs = localMidnightMs(addDays(day, 1));
      return { day, elapsed: elapsedOf(hours, midnightMs, nowMs), dayEndsMs };
    }
  }
  return null;
}

/** How many may be asked for now, so that by the end of the hours all have been, or the budget is used up. */
export function allowanceOf(
  { dailyBudget }: RefreshPlan,
  { elapsed }: PlannedRun,
  { spent, due }: { spent: number; due: number },
): number {
  const wanted = Math.min(dailyBudget, spent + due);
  return Math.max(0, Math.ceil(wanted * elapsed) - spent);
}

/** In the next run again, in the order of this one. */
export function dueAgainMs({ dayEndsMs }: PlannedRun, position: number): number {
  return dayEndsMs + position;
}

/** What was fetched just now has its turn in the run of another day. */
export function dueAfterTodayMs(nowMs: number): number {
  return localMidnightMs(addDays(localDate(nowMs), 1));
}
