import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NATURE } from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { classify } from './classification.ts';
import { ON, aDossierCase } from './fixtures/dossier-case.ts';
import { SUMMARY_KEYS, createSummary, findInvariantFaults, isCountedIn } from './summary.ts';
import type { Summary, SummaryKey, SummaryWire } from './summary.ts';

function summaryOf(...cases: readonly Partial<DossierCase>[]): Summary {
  const summary = createSummary();
  for (const parts of cases) {
    const known = aDossierCase(parts);
    summary.add(known, classify(known, ON));
  }
  return summary;
}

const told = (wire: SummaryWire): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wire).flatMap(([key, { totalProcess, vltotalProcess }]) =>
      totalProcess === 0 && vltotalProcess === '0.00' ? [] : [[key, `${totalProcess}: ${vltotalProcess}`]],
    ),
  );

const EXECUTION = { natures: NATURE.EXECUTION } as const;
const AUTHOR = { side: 'ACTIVE', isDebtorSide: false } as const;

describe('a summary', () => {
  it('has exactly the 20 keys of the contract, in its order, with zeros before anything is known', () => {
    const wire = createSummary().toWire();
    assert.equal(SUMMARY_KEYS.length, 20);
    assert.deepEqual(Object.keys(wire), [...SUMMARY_KEYS]);
    for (const line of Object.values(wire))
      assert.deepEqual(line, { vltotalProcess: '0.00', totalProcess: 0 });
    assert.deepEqual(findInvariantFaults(wire), []);
  });

  it('counts a case under every key that it belongs to', () => {
    assert.deepEqual(told(summaryOf({ ...EXECUTION, value: '10.50' }).toWire()), {
      ALL: '1: 10.50',
      ISDEFENDANT: '1: 10.50',
      ISDEFENDANT_WITH_RISK: '1: 10.50',
      RISK_EXECUTION: '1: 10.50',
      EXECUTION_WITH_RISK: '1: 10.50',
      IS_ACTIVE_WITH_RISK: '1: 10.50',
    });
    assert.deepEqual(told(summaryOf({ ...AUTHOR, natures: NATURE.LABOUR, value: '7.00' }).toWire()), {
      ALL: '1: 7.00',
      ISAUTHOR: '1: 7.00',
      RISK_WORKER: '1: 7.00',
      IS_ACTIVE_WITHOUT_RISK: '1: 7.00',
      LITIGATION: '1: 7.00',
    });
  });

  it('counts as litigation only what is active, of a known side, and neither execution nor criminal', () => {
    const litigation = (parts: Partial<DossierCase>): number =>
      summaryOf(parts).toWire().LITIGATION.totalProcess;
    assert.equal(litigation({}), 1);
    assert.equal(litigation(AUTHOR), 1);
    assert.equal(litigation({ natures: NATURE.LABOUR }), 1);
    assert.equal(litigation({ isActive: false }), 0);
    assert.equal(litigation({ side: 'THIRD', isDebtorSide: false }), 0);
    assert.equal(litigation({ isByMask: true }), 0);
    assert.equal(litigation(EXECUTION), 0);
    assert.equal(litigation({ natures: NATURE.CRIMINAL }), 0);
    assert.equal(litigation({ natures: NATURE.EXECUTION | NATURE.LABOUR }), 0);
  });

  it('keeps protests and debts out of the court cases', () => {
    const summary = summaryOf({});
    summary.addProtests(2, 125_000n);
    summary.addProtests(1, 1n);
    summary.addDebts(3, 5_321_077n);
    const wire = summary.toWire();
    assert.deepEqual(wire.RISK_PROTEST, { vltotalProcess: '1250.01', totalProcess: 3 });
    assert.deepEqual(wire.RISK_DEBTOR, { vltotalProcess: '53210.77', totalProcess: 3 });
    assert.equal(wire.ALL.totalProcess, 1);
  });

  it('sums the known values exactly and says how many are not known', () => {
    const large = '999999999999999.99';
    const summary = summaryOf({ value: large }, { value: large }, { value: '0.01' }, {}, { value: '0.00' });
    assert.equal(summary.toWire().ALL.vltotalProcess, '1999999999999999.99');
    assert.equal(summary.unknownValues, 1);
  });

  it('tells of one case under which keys it is counted', () => {
    const known = aDossierCase(EXECUTION);
    const classification = classify(known, ON);
    const wire = summaryOf(EXECUTION).toWire();
    for (const key of SUMMARY_KEYS) {
      if (key === 'RISK_PROTEST' || key === 'RISK_DEBTOR') continue;
      assert.equal(isCountedIn(key, classification), wire[key].totalProcess === 1, key);
    }
  });
});

describe('what is always true', () => {
  const whole = summaryOf(
    { ...EXECUTION, value: '100.00' },
    { ...AUTHOR, value: '50.00' },
    { side: 'UNKNOWN', isDebtorSide: false, severeOn: '2026-01-01', value: '5.00' },
    { natures: NATURE.CRIMINAL, value: '1.00' },
    { natures: NATURE.LABOUR, value: '2.00', isActive: false, severeOn: '2026-01-01' },
  ).toWire();

  it('holds of a whole summary', () => {
    assert.deepEqual(findInvariantFaults(whole), []);
    assert.deepEqual(findInvariantFaults(whole, { full: 5, risk: 3 }), []);
  });

  it('is missed for every key that is one too many or a cent too much', () => {
    const free = new Set<SummaryKey>([
      'RISK_PROTEST',
      'RISK_DEBTOR',
      'RISK_WORKER',
      'RISK_EXECUTION',
      'RISK_CRIMINAL',
      'CRIMINAL_WITH_RISK',
      'LITIGATION',
    ]);
    for (const key of SUMMARY_KEYS) {
      const { totalProcess, vltotalProcess } = whole[key];
      const more = { ...whole, [key]: { totalProcess: totalProcess + 1, vltotalProcess } };
      const dearer = { ...whole, [key]: { totalProcess, vltotalProcess: `1${vltotalProcess}` } };
      if (!free.has(key)) {
        assert.match(findInvariantFaults(more).join('\n'), /^count: .*does not hold$/m, key);
        assert.match(findInvariantFaults(dearer).join('\n'), /^cents: .*does not hold$/m, key);
      }
    }
  });

  it('is missed when a part with risk, or the litigation, is larger than what it is part of', () => {
    for (const key of [
      'WORKER_WITH_RISK',
      'CRIMINAL_WITH_RISK',
      'EXECUTION_WITH_RISK',
      'LITIGATION',
    ] as const) {
      const larger = { ...whole, [key]: { totalProcess: 9, vltotalProcess: '900.00' } };
      const faults = findInvariantFaults(larger);
      assert.equal(faults.length, 2, key);
      assert.ok(
        faults.every((fault) => fault.includes(key) && fault.includes('≤')),
        key,
      );
    }
  });

  it('is missed when the sheets have other rows', () => {
    assert.equal(findInvariantFaults(whole, { full: 4, risk: 3 }).length, 1);
    assert.equal(findInvariantFaults(whole, { full: 5, risk: 2 }).length, 1);
  });

  it('is missed when keys are lacking or are no counts', () => {
    const { LITIGATION: _left, ...lacking } = whole;
    assert.equal(findInvariantFaults(lacking as SummaryWire).length, 1);
    const odd = { ...whole, ALL: { totalProcess: 1.5, vltotalProcess: '1.0' } };
    assert.deepEqual(findInvariantFaults(odd), ['ALL is no count with an amount']);
  });
});
