import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aRecord, factsOf, onDay } from './fixtures/records.ts';
import { compareLooks } from './source-weights.ts';

const HOUR_MS = 3_600_000;
const later = (day: number, hours: number): Date => new Date(onDay(day).getTime() + hours * HOUR_MS);

test('takes the newer word, and within a day that of the weightier source', () => {
  const judit = { source: 'judit', value: '10.00', updatedAt: onDay(5) };
  const valueBeside = (updatedAt: Date | null): string | null =>
    factsOf(judit, { source: 'escavador', value: '12.00', updatedAt }).value;
  assert.equal(valueBeside(onDay(6)), '12.00');
  assert.equal(valueBeside(later(5, 2)), '10.00', 'the same day');
  assert.equal(valueBeside(onDay(4)), '10.00');
  assert.equal(valueBeside(null), '10.00', 'a look that is not dated is the oldest');
});

test('is the same in whatever order the sources come', () => {
  const records = ['judit', 'escavador', 'datajud', 'cases'].flatMap((source, place) =>
    [onDay(5), later(5, place), null].map((updatedAt) =>
      aRecord({ source, updatedAt, value: `${place + 1}0.00` }),
    ),
  );
  const [first, ...others] = records;
  assert.ok(first !== undefined);
  const chosen = factsOf(first, ...others).value;
  const [last, ...before] = records.toReversed();
  assert.ok(last !== undefined);
  assert.equal(factsOf(last, ...before).value, chosen);
  const never = { source: 'judit', atMs: Number.NEGATIVE_INFINITY };
  assert.equal(compareLooks(never, never), 0);
  assert.ok(compareLooks({ ...never, atMs: 1 }, never) > 0);
});
