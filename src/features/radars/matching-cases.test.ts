import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NATURE, OUTCOME, TRAIT } from '../cases/index.ts';
import type { CaseChange } from '../cases/index.ts';
import { describeCase } from './matching-cases.ts';
import { SEVERITY } from './matching-news.ts';

const NUMBER = '00008323520188260100';
const AROUND = {
  source: 'cases',
  fetchedAt: new Date('2026-11-15T12:00:00Z'),
  today: '2026-11-15',
  valueThresholdCents: 100_000_000n,
};
const NOW: NonNullable<CaseChange['now']> = {
  number: NUMBER,
  isByMask: false,
  side: 'PASSIVE',
  isDebtorSide: true,
  classCode: 7,
  natures: NATURE.CIVIL,
  traits: 0,
  outcome: OUTCOME.NONE,
  isActive: true,
  value: '10.00',
  filedOn: '2018-01-02',
  movedOn: '2026-10-01',
  severeOn: null,
  frustratedOn: null,
};

type Change = { now?: Partial<typeof NOW>; before?: CaseChange['before']; movements?: number };

function describeOne({ now = {}, before = null, movements = 0 }: Change) {
  return describeCase(
    {
      root: '52998224725',
      number: NUMBER,
      now: { ...NOW, ...now },
      before,
      movements: { count: movements, latest: [] },
    },
    AROUND,
  );
}

describe('what is told of a case', () => {
  it('is as severe as the rules of analysis say for the document', () => {
    const cases: [string, Partial<typeof NOW>, keyof typeof SEVERITY][] = [
      ['a defendant of a civil case', {}, 'medium'],
      ['the debtor of an execution', { natures: NATURE.EXECUTION }, 'high'],
      ['the same once it was paid', { natures: NATURE.EXECUTION, outcome: OUTCOME.PAID }, 'medium'],
      ['the same once it is closed', { natures: NATURE.EXECUTION, isActive: false }, 'low'],
      ['whoever sues', { side: 'ACTIVE', isDebtorSide: false }, 'low'],
      ['a value above the limit', { value: '1000000.01' }, 'high'],
      ['a severe movement of late', { severeOn: '2025-01-01', isActive: false }, 'high'],
      ['one of long ago', { severeOn: '2015-01-01', isActive: false }, 'low'],
      ['a role that nobody knows', { side: 'UNKNOWN', isDebtorSide: false }, 'medium'],
      ['a third party', { side: 'THIRD', isDebtorSide: false }, 'low'],
      ['a tax execution', { natures: NATURE.EXECUTION, traits: TRAIT.TAX_EXECUTION }, 'high'],
    ];
    for (const [name, now, severity] of cases) {
      assert.equal(describeOne({ now })[0]?.severity, SEVERITY[severity], name);
    }
  });

  it('is nothing but that it is new when it is', () => {
    assert.deepEqual(
      describeOne({ movements: 7 }).map(({ type, data }) => [type, data['since'], data['court']]),
      [['case.new', '2018-01-02', 'TJSP']],
    );
  });

  it('is each thing that changed, in the order in which it follows', () => {
    const before = { isActive: true, side: 'ACTIVE', value: null } as const;
    const news = describeOne({ now: { isActive: false }, before, movements: 1 });
    assert.deepEqual(
      news.map(({ type }) => type),
      ['case.movement', 'case.closed', 'case.changed'],
    );
    assert.deepEqual(
      news.map(({ rank }) => rank),
      news.map(({ rank }) => rank).toSorted((a, b) => a - b),
    );
    const { data, side } = news[2] ?? {};
    assert.deepEqual(data?.['what'], { value: { from: null, to: '10.00' } });
    assert.deepEqual(side, { side: 'PASSIVE', before: 'ACTIVE', reasons: [] });
  });

  it('is nothing when nothing did', () => {
    assert.deepEqual(describeOne({ before: { isActive: true, side: 'PASSIVE', value: '10.00' } }), []);
  });

  it('holds neither facts nor a type of event once it may not be told', () => {
    const movements = { count: 3, latest: [{ code: 22, at: '2026-10-01T00:00:00Z' }] };
    const before = { isActive: true, side: 'PASSIVE', value: '10.00' } as const;
    const news = describeCase({ root: '52998224725', number: NUMBER, now: null, before, movements }, AROUND);
    assert.deepEqual(
      news.map(({ type, data, side }) => ({ type, data, side })),
      [{ type: 'hidden', data: {}, side: null }],
    );
  });
});
