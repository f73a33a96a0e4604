import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatMoney } from '../../documents/money.ts';
import { NATURE, OUTCOME, SIDES, TRAIT } from '../cases/index.ts';
import type { DossierCase } from '../cases/index.ts';
import { classify } from './classification.ts';
import { ON, aDossierCase } from './fixtures/dossier-case.ts';
import { createSummary, findInvariantFaults, isCountedIn } from './summary.ts';
import type { SummaryWire } from './summary.ts';

const dates = fc.option(
  fc.constantFrom('2015-01-01', '2021-10-17', '2021-10-18', '2024-02-29', '2026-10-18'),
);
const NATURES = [
  NATURE.CIVIL,
  NATURE.EXECUTION,
  NATURE.LABOUR,
  NATURE.CRIMINAL,
  NATURE.EXECUTION | NATURE.LABOUR,
  NATURE.LABOUR | NATURE.CRIMINAL,
];

const anyCase: fc.Arbitrary<DossierCase> = fc
  .record({
    side: fc.constantFrom(...SIDES),
    isByMask: fc.boolean(),
    isDebtorSide: fc.boolean(),
    classCode: fc.option(fc.constantFrom(7, 40, 172, 283, 1116)),
    natures: fc.constantFrom(...NATURES),
    traits: fc.nat(Object.values(TRAIT).reduce((sum, bit) => sum | bit, 0)),
    outcome: fc.constantFrom(...Object.values(OUTCOME)),
    isActive: fc.boolean(),
    value: fc.option(fc.bigInt(0n, 99_999_999_999_999_999n).map(formatMoney)),
    severeOn: dates,
    frustratedOn: dates,
  })
  .map((parts) => aDossierCase(parts));

const anyDossier = fc.array(anyCase, { maxLength: 12 });

function summarise(cases: readonly DossierCase[]): {
  wire: SummaryWire;
  unknownValues: number;
  risky: number;
} {
  const summary = createSummary();
  let risky = 0;
  for (const known of cases) {
    const classification = classify(known, ON);
    summary.add(known, classification);
    if (classification.reasons.length > 0) risky += 1;
  }
  return { wire: summary.toWire(), unknownValues: summary.unknownValues, risky };
}

describe('the summary of any dossier', () => {
  it('keeps what is always true, for counts and for values, in 10,000 of them', () => {
    fc.assert(
      fc.property(anyDossier, (cases) => {
        const { wire, unknownValues, risky } = summarise(cases);
        assert.deepEqual(findInvariantFaults(wire, { full: cases.length, risk: risky }), []);
        assert.equal(unknownValues, cases.filter(({ value }) => value === null).length);
      }),
      { numRuns: 10_000 },
    );
  });

  it('does not depend on the order of the cases', () => {
    fc.assert(
      fc.property(anyDossier, (cases) => {
        assert.deepEqual(summarise(cases.toReversed()), summarise(cases));
      }),
      { numRuns: 500 },
    );
  });

  it('counts under each key the cases that belong to it', () => {
    fc.assert(
      fc.property(anyDossier, (cases) => {
        const { wire } = summarise(cases);
        for (const key of ['ISAUTHOR_WITH_RISK', 'LITIGATION', 'CRIMINAL_WITH_RISK'] as const) {
          const held = cases.filter((known) => isCountedIn(key, classify(known, ON)));
          assert.equal(wire[key].totalProcess, held.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the classification of any case', () => {
  it('finds a risk only on the debtor side or where the role is unknown, never by a mask', () => {
    fc.assert(
      fc.property(anyCase, (known) => {
        if (classify(known, ON).reasons.length === 0) return;
        assert.equal(known.isByMask || (known.traits & TRAIT.BY_MASK) !== 0, false);
        assert.ok(known.isDebtorSide || known.side === 'UNKNOWN');
      }),
      { numRuns: 5000 },
    );
  });

  it('finds none in what was paid, settled or won', () => {
    fc.assert(
      fc.property(
        anyCase,
        fc.constantFrom(OUTCOME.PAID, OUTCOME.SETTLED, OUTCOME.FOR_DEBTOR),
        (known, outcome) => {
          assert.deepEqual(classify({ ...known, outcome }, ON).reasons, []);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('finds in a closed case nothing but what counts for five years', () => {
    const lasting = new Set(['severe-movement', 'severe-movement-role-unknown', 'no-assets-found']);
    fc.assert(
      fc.property(anyCase, (known) => {
        const { reasons } = classify({ ...known, isActive: false }, ON);
        assert.ok(reasons.every(({ rule }) => lasting.has(rule)));
      }),
      { numRuns: 5000 },
    );
  });
});
