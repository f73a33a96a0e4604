import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMoney, sumCents } from '../../documents/money.ts';
import { computeIndicators, NOTHING_ON_REGISTER } from './indicators.ts';
import type { Indicators, RegisterMonth } from './indicators.ts';
import { BUCKETS } from './register-codes.ts';

const codes = BUCKETS.map(({ code }) => code);
const cents = fc.integer({ min: 1, max: 1_000_000_000_000 });
const group = fc.record({
  modality: fc.constantFrom('0101', '0203', '0401', '0901', '1304', '1401', '1502', '1803', '1904', '2001'),
  currencyLinked: fc.constant(null),
  buckets: fc.dictionary(fc.constantFrom(...codes), cents, { maxKeys: 8 }),
});
const month: fc.Arbitrary<RegisterMonth> = fc.record({
  groups: fc.array(group, { maxLength: 8 }),
  coObligationGiven: fc.integer({ min: 0, max: 1_000_000_000 }),
  institutions: fc.constant(3),
  operations: fc.constant(7),
});

const read = (text: string): bigint => {
  const amount = parseMoney(text);
  assert.ok(typeof amount === 'bigint');
  return amount;
};
type Key = 'toFallDue' | 'overdue' | 'overdueOver90Days' | 'loss' | 'creditLimits' | 'toBeReleased';
const KEYS: readonly Key[] = [
  'toFallDue',
  'overdue',
  'overdueOver90Days',
  'loss',
  'creditLimits',
  'toBeReleased',
];

test('sums the buckets of the register', () => {
  const indicators = computeIndicators({
    groups: [
      { modality: '0203', currencyLinked: null, buckets: { 110: 100, 199: 1, 205: 20, 240: 3, 290: 4 } },
      {
        modality: '0401',
        currencyLinked: null,
        buckets: { 110: 1000, 310: 5, 320: 6, 330: 7, 60: 8, 80: 9 },
      },
      { modality: '1904', currencyLinked: null, buckets: { 20: 11, 40: 12 } },
      { modality: '1502', currencyLinked: null, buckets: { 110: 5000, 205: 600 } },
    ],
    coObligationGiven: 100_000,
    institutions: 2,
    operations: null,
    since: '2010-03-04',
    docsPct: 98.5,
    volumePct: 99,
  });
  const { byBucket, byModality, ...figures } = indicators;
  assert.deepEqual(figures, {
    toFallDue: '11.01',
    overdue: '0.27',
    overdueOver90Days: '0.07',
    loss: '0.18',
    activePortfolio: '11.28',
    totalResponsibility: '1011.63',
    creditLimits: '0.23',
    toBeReleased: '0.17',
    institutions: 2,
    operations: 0,
    relationshipSince: '2010-03-04',
    documentsProcessedPercent: 98.5,
    volumeProcessedPercent: 99,
  });
  assert.deepEqual(byBucket[4], {
    code: '110',
    group: 'TO_FALL_DUE',
    description: 'até 30 dias',
    value: '11.00',
  });
  assert.deepEqual(
    byModality.map(({ modality, isInPortfolio }) => [modality, isInPortfolio]),
    [
      ['0203', true],
      ['0401', true],
      ['1502', false],
      ['1904', false],
    ],
  );
});

test('takes what the sources do not tell for nothing', () => {
  const { byBucket, byModality, relationshipSince, ...figures } = NOTHING_ON_REGISTER;
  assert.deepEqual([byBucket, byModality, relationshipSince], [[], [], null]);
  assert.ok(Object.values(figures).every((value) => value === 0 || value === '0.00'));
});

test('a maturity code that is not the register’s counts nowhere', () => {
  const groups = [{ modality: '0203', currencyLinked: null, buckets: { 999: 5, 205: 1 } }];
  const { activePortfolio } = computeIndicators({
    groups,
    coObligationGiven: 0,
    institutions: 0,
    operations: 0,
  });
  assert.equal(activePortfolio, '0.01');
});

const sumOf = (lines: readonly string[]): bigint => sumCents(lines.map(read));

test('the parts always add up to the whole', () => {
  fc.assert(
    fc.property(month, (given) => {
      const told = computeIndicators(given);
      const inPortfolio = told.byModality.filter((line) => line.isInPortfolio);
      for (const key of KEYS) {
        const counted = ['toFallDue', 'overdue', 'overdueOver90Days'].includes(key)
          ? inPortfolio
          : told.byModality;
        assert.equal(sumOf(counted.map((line) => line[key])), read(told[key]), key);
      }
      const inGroup = (name: string) =>
        sumOf(told.byBucket.filter((line) => line.group === name).map(({ value }) => value));
      assert.equal(inGroup('TO_FALL_DUE'), read(told.toFallDue));
      assert.equal(inGroup('OVERDUE'), read(told.overdue));
      assert.equal(inGroup('LOSS'), read(told.loss));
      assert.equal(read(told.activePortfolio), read(told.toFallDue) + read(told.overdue));
      assert.ok(read(told.overdueOver90Days) <= read(told.overdue));
      const responsibility = [told.activePortfolio, told.loss, told.toBeReleased];
      assert.equal(read(told.totalResponsibility), sumOf(responsibility) + BigInt(given.coObligationGiven));
    }),
  );
});

test('the order of what a source lists never matters, nor how it is split into groups', () => {
  fc.assert(
    fc.property(month, fc.func(fc.integer()), (given, rank) => {
      const told: Indicators = computeIndicators(given);
      const shuffled = given.groups
        .map((each, index) => ({ each, at: rank(index) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ each }) => each);
      assert.deepEqual(computeIndicators({ ...given, groups: shuffled }), told);
      const split = given.groups.flatMap(({ modality, currencyLinked, buckets }) =>
        Object.entries(buckets).map(([code, amount]) => ({
          modality,
          currencyLinked,
          buckets: { [code]: amount },
        })),
      );
      assert.deepEqual(computeIndicators({ ...given, groups: split }), told);
    }),
  );
});
