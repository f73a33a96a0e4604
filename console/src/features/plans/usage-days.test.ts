import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillDays } from './usage-days.ts';

describe('usage by day', () => {
  it('has a row for every day, also where nothing was used', () => {
    const days = fillDays({ from: '2026-10-30', to: '2026-11-02', usage: [] });
    assert.deepEqual(
      days.map(({ day, total }) => [day, total]),
      [
        ['2026-10-30', 0],
        ['2026-10-31', 0],
        ['2026-11-01', 0],
        ['2026-11-02', 0],
      ],
    );
  });

  it('takes what was given back off, and puts unknown purposes together', () => {
    const line = (purpose: string, charged: number, refunded: number) => ({
      day: '2026-11-01',
      purpose,
      charged,
      refunded,
    });
    const usage = [line('analysis', 5, 2), line('used', 3, 0), line('something', 1, 0)];
    assert.deepEqual(fillDays({ from: '2026-11-01', to: '2026-11-01', usage }), [
      { day: '2026-11-01', units: { analysis: 3, other: 4 }, total: 7 },
    ]);
  });
});
