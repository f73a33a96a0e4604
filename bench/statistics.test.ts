import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median, percentile, spread } from './statistics.ts';

test('the median of an odd number of rounds is the middle one, whatever their order', () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([100, 2, 30, 4, 5]), 5);
});

test('the median of an even number of rounds lies between the two middle ones', () => {
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test('the median leaves the order of the rounds as it was', () => {
  const rounds = [3, 1, 2];
  median(rounds);
  assert.deepEqual(rounds, [3, 1, 2]);
});

test('the median of nothing is refused rather than told as a number', () => {
  assert.throws(() => median([]), RangeError);
});

test('the spread is the width of the rounds as a share of the median', () => {
  assert.equal(spread([0.9, 1, 1.1]).toFixed(6), '0.200000');
  assert.equal(spread([7]), 0);
});

test('a percentile is the least value that so many of them do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  assert.deepEqual(
    [50, 95, 99, 100].map((percent) => percentile(hundred, percent)),
    [50, 95, 99, 100],
  );
  assert.equal(percentile([7], 50), 7);
  assert.throws(() => percentile([], 50), RangeError);
});
