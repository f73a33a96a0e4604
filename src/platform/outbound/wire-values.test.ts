import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnreadableValue } from './shapes.ts';
import { parseRetryAfter } from './statuses.ts';
import { readCents, readDate, readMonth, readPercent } from './wire-values.ts';

test('reads money however a source writes it', () => {
  const cases: readonly (readonly [unknown, number])[] = [
    [1234.56, 123_456],
    [0.1 + 0.2, 30],
    [1e6, 100_000_000],
    [0, 0],
    ['1234.56', 123_456],
    ['1234.5', 123_450],
    ['1.234,56', 123_456],
    ['R$ 1.234,56', 123_456],
    ['', 0],
    [null, 0],
    [undefined, 0],
    [-10.5, -1050],
  ];
  for (const [value, cents] of cases) {
    assert.equal(readCents(value, 'valor'), cents, String(value));
  }
  for (const value of [
    'abc',
    '1,2,3',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    {},
    true,
    '9'.repeat(30),
    1e300,
    1.239,
  ]) {
    assert.throws(() => readCents(value, 'valor'), UnreadableValue);
  }
});

test('reads the day as written, whatever the time zone behind it', () => {
  for (const text of [
    '2034-04-05',
    '2034-04-05T00:00:00.000-03:00',
    '2034-04-05T23:59:59Z',
    '05/04/2034',
    '20340405',
  ]) {
    assert.equal(readDate(text, 'dia'), '2034-04-05', text);
  }
  for (const text of ['', null, undefined, '0001-01-01T00:00:00', '00/00/0000', '0', '00000000']) {
    assert.equal(readDate(text, 'dia'), undefined);
  }
  for (const text of ['2034-02-30', '31/04/2034', '2034-13-01', 'amanhã', '5/4/34', '12345']) {
    assert.throws(() => readDate(text, 'dia'), UnreadableValue, text);
  }
});

test('reads months and percentages', () => {
  assert.equal(readMonth(202_607, 'dtb'), '2026-07');
  assert.equal(readMonth('2026-07', 'dtb'), '2026-07');
  assert.throws(() => readMonth('2026-13', 'dtb'), UnreadableValue);
  assert.throws(() => readMonth(20_267, 'dtb'), UnreadableValue);
  assert.deepEqual(
    [readPercent('98.5%', 'p'), readPercent('98,5', 'p'), readPercent(100, 'p')],
    [98.5, 98.5, 100],
  );
  assert.equal(readPercent('', 'p'), undefined);
  assert.throws(() => readPercent('101', 'p'), UnreadableValue);
});

test('reads when a source wants to be asked again', () => {
  const nowMs = Date.parse('2026-11-15T12:00:00Z');
  assert.equal(parseRetryAfter({ 'retry-after': '7' }, nowMs), 7000);
  assert.equal(parseRetryAfter({ 'retry-after': 'Sun, 15 Nov 2026 12:01:00 GMT' }, nowMs), 60_000);
  const ownClock = { 'retry-after': 'Sun, 15 Nov 2026 10:00:30 GMT', date: 'Sun, 15 Nov 2026 10:00:00 GMT' };
  assert.equal(parseRetryAfter(ownClock, nowMs), 30_000, "counted by the source's own clock");
  assert.equal(parseRetryAfter({ 'retry-after': '999999' }, nowMs), 3_600_000);
  assert.equal(parseRetryAfter({ 'retry-after': '-1' }, nowMs), undefined);
  assert.equal(parseRetryAfter({ 'retry-after': 'soon' }, nowMs), undefined);
  assert.equal(parseRetryAfter({}, nowMs), undefined);
});
