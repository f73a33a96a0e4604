import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isDate, parseCompactMs, parseDateOrInstantMs, parseInstantMs } from './moments.ts';

const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2099, 11, 31);

describe('moments', () => {
  it('of ISO 8601 are what Date says', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST }), (ms) => {
        const text = new Date(ms).toISOString();
        assert.equal(parseInstantMs(text), ms);
        assert.equal(parseInstantMs(text.replace('Z', '+00:00')), ms);
        assert.equal(isDate(text.slice(0, 10)), true);
      }),
    );
  });

  it('have a zone, or are Brasília time', () => {
    assert.equal(parseInstantMs('2026-03-01T10:00:00-03:00'), Date.UTC(2026, 2, 1, 13));
    assert.equal(parseInstantMs('2026-03-01T10:00:00+05:30'), Date.UTC(2026, 2, 1, 4, 30));
    assert.equal(parseInstantMs('2026-03-01T10:00'), Date.UTC(2026, 2, 1, 13));
    assert.equal(parseDateOrInstantMs('2026-03-01'), Date.UTC(2026, 2, 1, 3));
    assert.equal(parseInstantMs('2026-03-01T10:00:00.123456789Z'), Date.UTC(2026, 2, 1, 10, 0, 0, 123));
    assert.equal(parseInstantMs('2026-03-01T10:00:00.5Z'), Date.UTC(2026, 2, 1, 10, 0, 0, 500));
  });

  it('that do not exist are none', () => {
    const none = [
      '',
      '2026',
      '2026-02-29',
      '2100-01-01',
      '1899-12-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-32',
      '2026-01-01T24:00:00Z',
      '2026-01-01T10:60:00Z',
      '2026-01-01T10:00:60Z',
      '2026-01-01T10:00:00.Z',
      '2026-01-01T10:00:00Zz',
      '2026-01-01T10:00:00+3:00',
      '2026-01-01t10:00:00Z',
      '2026-1-1',
      '+2026-01-01',
      '２０２６-01-01',
    ];
    for (const text of none) assert.equal(parseDateOrInstantMs(text), null, text);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parseDateOrInstantMs(text);
        assert.ok(ms === null || Number.isFinite(ms));
      }),
    );
  });

  it('are read from digits of every length that DataJud gives', () => {
    const cases: readonly [string, number | null][] = [
      ['20170313185559', Date.UTC(2017, 2, 13, 21, 55, 59)],
      ['201703131855', Date.UTC(2017, 2, 13, 21, 55)],
      ['2017031318', Date.UTC(2017, 2, 13, 21)],
      ['20170313', Date.UTC(2017, 2, 13, 3)],
      ['2017031318555', Date.UTC(2017, 2, 13, 21, 55)],
      ['1489430159000', 1_489_430_159_000],
      ['946684800000', 946_684_800_000],
      ['1489430159', 1_489_430_159_000],
      ['201703', null],
      ['20171313', null],
      ['00010101000000', null],
      ['20170313255559', null],
    ];
    for (const [text, expected] of cases) assert.equal(parseCompactMs(text), expected, text);
  });
});
