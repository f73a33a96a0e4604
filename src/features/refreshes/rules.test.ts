import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowanceOf, DEFAULT_PLAN, dueAgainMs, dueAfterTodayMs, findRun } from './rules.ts';

/** Brasília is three hours behind. */
const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00-03:00`);
const [MONDAY, TUESDAY, FRIDAY, SATURDAY] = ['2026-11-16', '2026-11-17', '2026-11-20', '2026-11-21'];

describe('the run of a plan', () => {
  it('begins with the first hour of its day and lasts until the next one', () => {
    const dayOf = (day: string, time: string): string | undefined =>
      findRun(DEFAULT_PLAN, at(day, time))?.day;
    assert.equal(dayOf(MONDAY, '05:59'), '2026-11-13');
    assert.equal(dayOf(MONDAY, '06:00'), MONDAY);
    assert.equal(dayOf(MONDAY, '23:59'), MONDAY);
    assert.equal(dayOf(TUESDAY, '05:59'), MONDAY);
    assert.equal(dayOf(SATURDAY, '12:00'), FRIDAY);
    const weekly = { weekdays: [1], hours: [22], dailyBudget: 5 };
    assert.equal(findRun(weekly, at(MONDAY, '21:59'))?.day, '2026-11-09');
    assert.equal(findRun(weekly, at(MONDAY, '22:00'))?.day, MONDAY);
    assert.equal(findRun({ ...weekly, weekdays: [] }, at(MONDAY, '22:00')), null);
  });

  it('is spread over its hours, also where they lie apart', () => {
    const elapsedAt = (hours: number[], time: string): number =>
      findRun({ ...DEFAULT_PLAN, hours }, at(MONDAY, time))?.elapsed ?? -1;
    assert.equal(elapsedAt([6, 7, 8], '06:00'), 0);
    assert.equal(elapsedAt([6, 7, 8], '07:30'), 0.5);
    assert.equal(elapsedAt([6, 7, 8], '09:00'), 1);
    assert.equal(elapsedAt([6, 7, 8], '20:00'), 1);
    assert.equal(elapsedAt([20, 6], '12:00'), 0.5);
    assert.equal(elapsedAt([20, 6], '20:30'), 0.75);
  });

  it('allows as many as the time that is gone, never more than the budget, and no fewer than none', () => {
    const plan = { ...DEFAULT_PLAN, dailyBudget: 100 };
    const run = (elapsed: number) => ({ day: MONDAY, elapsed, dayEndsMs: 0 });
    assert.equal(allowanceOf(plan, run(0), { spent: 0, due: 10 }), 0);
    assert.equal(allowanceOf(plan, run(0.5), { spent: 0, due: 10 }), 5);
    assert.equal(allowanceOf(plan, run(0.5), { spent: 5, due: 5 }), 0);
    assert.equal(allowanceOf(plan, run(1), { spent: 5, due: 5 }), 5);
    assert.equal(allowanceOf(plan, run(0.5), { spent: 0, due: 5000 }), 50);
    assert.equal(allowanceOf(plan, run(1), { spent: 100, due: 5000 }), 0);
    assert.equal(allowanceOf({ ...plan, dailyBudget: 0 }, run(1), { spent: 0, due: 9 }), 0);
    assert.equal(allowanceOf({ ...plan, dailyBudget: 10 }, run(1), { spent: 60, due: 9 }), 0);
  });

  it('puts what was asked for behind the end of its day, in the same order', () => {
    const run = findRun(DEFAULT_PLAN, at(MONDAY, '07:00'));
    assert.ok(run !== null);
    assert.equal(run.dayEndsMs, at(TUESDAY, '00:00'));
    assert.deepEqual(
      [0, 1, 999].map((position) => dueAgainMs(run, position) - run.dayEndsMs),
      [0, 1, 999],
    );
    assert.equal(dueAfterTodayMs(at(MONDAY, '23:59')), at(TUESDAY, '00:00'));
  });
});
