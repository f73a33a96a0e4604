// Which days are played: runs of the plan that every organization has, and the hours at which the workers are looked at.
import { addDays } from '../../../sandbox/server/days.ts';

/** A Monday, like all that follow so far behind each other that something happens to most. */
const FIRST_DAY = '2027-02-01';
const DAYS_APART = 91;

/** `share` of the run is to have been enqueued by then. */
export type Step = { readonly atMs: number; readonly share: number };
export type Run = { readonly day: string; readonly isMissed: boolean; readonly steps: readonly Step[] };

/** In Brasília. */
export const timeOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00-03:00`);

/** From then on everything is due. */
export const FIRST_DUE = new Date(timeOf(FIRST_DAY, '00:00'));

/** In the middle of the plan's hours, and behind them. */
function held(day: string): Run {
  const steps = [
    { atMs: timeOf(day, '07:30'), share: 0.5 },
    { atMs: timeOf(day, '12:00'), share: 1 },
  ];
  return { day, isMissed: false, steps };
}

/** Made up in the night that follows. */
function missed(day: string): Run {
  return { day, isMissed: true, steps: [{ atMs: timeOf(addDays(day, 1), '03:00'), share: 1 }] };
}

/** Again and again: a day, one that nobody is there for, and the day behind that. */
export function planRuns(rounds: number): Run[] {
  return Array.from({ length: rounds }, (_, round) => addDays(FIRST_DAY, 2 * round * DAYS_APART)).flatMap(
    (day) => {
      const later = addDays(day, DAYS_APART);
      return [held(day), missed(later), held(addDays(later, 1))];
    },
  );
}

/** The same days, each run at once. */
export function planCalm(runs: readonly Run[]): Run[] {
  return runs.map(({ day }) => ({
    day,
    isMissed: false,
    steps: [{ atMs: timeOf(day, '12:00'), share: 1 }],
  }));
}
