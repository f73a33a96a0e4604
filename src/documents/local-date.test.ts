import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { localDate, localDateTime } from './local-date.ts';

describe('a local date', () => {
  it('is the day in São Paulo, three hours behind, or two in the summers that had a time of their own', () => {
    for (const [instant, date] of [
      ['2026-10-18T02:59:59.999Z', '2026-10-17'],
      ['2026-10-18T03:00:00.000Z', '2026-10-18'],
      ['2019-02-17T01:59:59.999Z', '2019-02-16'],
      ['2019-02-17T02:30:00.000Z', '2019-02-16'],
      ['2019-01-15T02:00:00.000Z', '2019-01-15'],
      ['2018-11-04T02:59:59.999Z', '2018-11-03'],
      ['2018-11-04T03:00:00.000Z', '2018-11-04'],
      ['1969-12-31T23:00:00.000Z', '1969-12-31'],
    ] as const) {
      assert.equal(localDate(Date.parse(instant)), date);
    }
  });

  it('agrees with the time-zone table at any instant', () => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const instants = fc.integer({ min: Date.UTC(1932, 0), max: Date.UTC(2090, 0) });
    fc.assert(
      fc.property(instants, (atMs) => localDate(atMs) === format.format(atMs)),
      { numRuns: 20_000 },
    );
  });

  it('has a time of day, to the second', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const instants = fc.integer({ min: Date.UTC(1932, 0), max: Date.UTC(2090, 0) });
    fc.assert(
      fc.property(instants, (atMs) => localDateTime(atMs) === format.format(atMs).replace(' ', 'T')),
      { numRuns: 5000 },
    );
  });
});
