import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NATURE, OUTCOME, TRAIT } from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { centsOf } from './case-value.ts';
import { classify } from './classification.ts';
import { ON, aDossierCase } from './fixtures/dossier-case.ts';

const rulesOf = (parts: Partial<DossierCase>, on = ON): string[] =>
  classify(aDossierCase(parts), on).reasons.map(({ rule }) => rule);

describe('a classification', () => {
  it('tells side, natures and life', () => {
    assert.deepEqual(classify(aDossierCase(), ON), {
      side: 'DEFENDANT',
      natures: { execution: false, labour: false, criminal: false },
      isActive: true,
      reasons: [],
    });
    const closed = aDossierCase({
      side: 'ACTIVE',
      isDebtorSide: false,
      natures: NATURE.EXECUTION | NATURE.LABOUR,
      isActive: false,
    });
    assert.deepEqual(classify(closed, ON), {
      side: 'AUTHOR',
      natures: { execution: true, labour: true, criminal: false },
      isActive: false,
      reasons: [],
    });
  });

  it('tells the heaviest reason first, and the facts that each fired on', () => {
    const known = aDossierCase({
      classCode: 1116,
      natures: NATURE.EXECUTION,
      traits: TRAIT.TAX_EXECUTION,
      value: '1000000.01',
      severeOn: '2025-01-20',
    });
    assert.deepEqual(classify(known, ON).reasons, [
      { rule: 'severe-movement', facts: { side: 'PASSIVE', isActive: true, severeOn: '2025-01-20' } },
      { rule: 'tax-execution', facts: { side: 'PASSIVE', classCode: 1116 } },
      { rule: 'execution', facts: { side: 'PASSIVE', classCode: 1116 } },
      { rule: 'value', facts: { side: 'PASSIVE', value: '1000000.01', threshold: '1000000.00' } },
    ]);
  });

  it('leaves an unknown class out of the facts', () => {
    const [reason] = classify(aDossierCase({ classCode: null, natures: NATURE.LABOUR }), ON).reasons;
    assert.deepEqual(reason, { rule: 'labour', facts: { side: 'PASSIVE' } });
  });

  it('never makes a risk of a masked CPF, nor of a third party', () => {
    const parts = {
      natures: NATURE.EXECUTION,
      severeOn: '2026-01-01',
      side: 'UNKNOWN',
      isDebtorSide: false,
    } as const;
    assert.deepEqual(rulesOf(parts), ['severe-movement-role-unknown']);
    assert.deepEqual(rulesOf({ ...parts, isByMask: true }), []);
    assert.deepEqual(rulesOf({ ...parts, traits: TRAIT.BY_MASK }), []);
    assert.deepEqual(rulesOf({ ...parts, side: 'THIRD' }), []);
    assert.equal(classify(aDossierCase({ isByMask: true, side: 'PASSIVE' }), ON).side, 'NOT_CLASSIFIED');
  });

  it('follows the threshold that is configured, to the cent and beyond what a float can hold', () => {
    const above = (value: string, valueThresholdCents: bigint): boolean =>
      rulesOf({ value }, { ...ON, valueThresholdCents }).includes('value');
    assert.equal(above('50.00', 5000n), false);
    assert.equal(above('50.01', 5000n), true);
    assert.equal(above('900719925474099.93', 90_071_992_547_409_992n), true);
    assert.equal(above('900719925474099.92', 90_071_992_547_409_992n), false);
  });

  it('counts five years back from the day of the analysis', () => {
    const isSevere = (severeOn: string, today: string): boolean =>
      rulesOf({ severeOn }, { ...ON, today }).length > 0;
    assert.equal(isSevere('2021-10-18', '2026-10-18'), true);
    assert.equal(isSevere('2021-10-18', '2026-10-19'), false);
    assert.equal(isSevere('2023-02-28', '2028-02-29'), false);
    assert.equal(isSevere('2023-03-01', '2028-02-29'), true);
    assert.equal(isSevere('2024-02-29', '2029-02-28'), true);
  });

  it('is silent about severe movements once paid, settled or won, and about those before an extinction', () => {
    const severeOn = '2026-01-01';
    for (const outcome of [OUTCOME.PAID, OUTCOME.SETTLED, OUTCOME.FOR_DEBTOR, OUTCOME.WITHOUT_MERITS]) {
      assert.deepEqual(rulesOf({ severeOn, outcome }), []);
    }
    const traits = TRAIT.SEVERE_AFTER_EXTINCTION;
    assert.deepEqual(rulesOf({ severeOn, outcome: OUTCOME.WITHOUT_MERITS, traits }), ['severe-movement']);
    assert.deepEqual(rulesOf({ severeOn, outcome: OUTCOME.AGAINST_DEBTOR }), ['severe-movement']);
  });
});

describe('the value of a case in cents', () => {
  it('is exact', () => {
    for (const [value, cents] of [
      ['0.00', 0n],
      ['0.07', 7n],
      ['10.10', 1010n],
      ['999999999999999.99', 99_999_999_999_999_999n],
      ['-12.34', -1234n],
      ['12', 1200n],
      ['12.5', 1250n],
    ] as const) {
      assert.equal(centsOf(value), cents, value);
    }
  });

  it('refuses what is no amount', () => {
    for (const value of ['', 'abc', '1,50', '1.5.50', '12.345', ' .00', '0x1.00'])
      assert.throws(() => centsOf(value), value);
  });
});
