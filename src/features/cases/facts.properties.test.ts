import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HIDDEN, NATURE, TRAIT } from './fact-bits.ts';
import { deriveFacts } from './facts.ts';
import type { CaseRecords, DerivedCase } from './facts.ts';
import {
  CNPJ,
  CPF,
  LABOUR_NUMBER,
  MASKED,
  OTHER_CPF,
  STJ_NUMBER,
  CIVIL_NUMBER,
  onDay,
} from './fixtures/records.ts';
import { SIDES } from './ports.ts';
import type { CaseRecord } from './ports.ts';

const CLASSES = [7, 22, 108, 129, 156, 169, 172, 198, 279, 283, 417, 547, 985, 986, 1009, 1116, 1720, 99_999];
const MOVEMENTS = [
  0, 22, 26, 36, 85, 196, 219, 220, 221, 237, 238, 239, 245, 246, 335, 402, 456, 466, 848, 849, 861, 893, 973,
  1063, 11373, 11374, 11382, 11385, 11876, 14739, 276,
];

const movement = fc.record({ code: fc.constantFrom(...MOVEMENTS), at: fc.nat(12).map(onDay) });
const party = fc.record({
  document: fc.constantFrom(CPF, OTHER_CPF, CNPJ, MASKED, null, 'x'),
  name: fc.constantFrom('Maria Modelo', 'João Exemplo', null),
  side: fc.constantFrom(...SIDES),
  role: fc.constantFrom('PARTY', 'PARTY', 'PARTY', 'VICTIM', 'WITNESS'),
  isHomonym: fc.boolean(),
});
const dateOrNull = fc.option(fc.nat(12).map(onDay));

const recordOf = (number: string): fc.Arbitrary<CaseRecord> =>
  fc.record({
    number: fc.constant(number),
    source: fc.constantFrom('datajud', 'vendor', 'other'),
    degree: fc.constantFrom('G1', 'JE', 'G2', 'TR', 'SUP', ''),
    recordKey: fc.constantFrom('', 'a', 'b'),
    classCode: fc.option(fc.constantFrom(...CLASSES)),
    className: fc.option(fc.constantFrom('Seqüestro', 'Embargos', 'Ação Penal', 'Nada')),
    unitCode: fc.constant(null),
    unitName: fc.constant(null),
    filedAt: dateOrNull,
    value: fc.option(fc.constantFrom('1.00', '2.00', '10.00')),
    secrecy: fc.constantFrom(0, 0, 0, 0, null),
    courtState: fc.constantFrom('ACTIVE', 'SUSPENDED', 'CLOSED', null),
    subjectCodes: fc.subarray([4998, 10011, 7619, 9633]),
    movements: fc.array(movement, { maxLength: 8 }),
    parties: fc.array(party, { maxLength: 5 }),
    rest: fc.constant(null),
    updatedAt: dateOrNull,
  });
const caseRecords = fc
  .constantFrom(CIVIL_NUMBER, LABOUR_NUMBER, STJ_NUMBER)
  .chain((number) => fc.array(recordOf(number), { minLength: 1, maxLength: 4 }));

const derive = (records: readonly CaseRecord[]): DerivedCase =>
  deriveFacts(records as unknown as CaseRecords);
const holds = (check: (records: CaseRecord[]) => void): void => {
  fc.assert(fc.property(caseRecords, check), { numRuns: 1000 });
};
const has = (set: number, bit: number): boolean => (set & bit) !== 0;

describe('the facts of any case', () => {
  it('do not depend on the order of records, movements, subjects or parties', () => {
    fc.assert(
      fc.property(
        caseRecords,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (records, chances) => {
          const shuffled = <T>(items: readonly T[]): T[] =>
            items
              .map((item) => ({ item, place: chances.next().value }))
              .toSorted((a, b) => a.place - b.place)
              .map(({ item }) => item);
          const stirred = (record: CaseRecord): CaseRecord => ({
            ...record,
            movements: shuffled(record.movements),
            subjectCodes: shuffled(record.subjectCodes),
            parties: shuffled(record.parties),
          });
          const other = shuffled(records).map(stirred);
          assert.deepEqual(derive(other), derive(records));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('do not change when a source tells a record twice', () => {
    holds((records) => assert.deepEqual(derive([...records, ...records]), derive(records)));
  });

  it('hide every row once one record is secret', () => {
    holds((records) => {
      const [first] = records;
      assert.ok(first !== undefined);
      const { facts, parties } = derive([...records, { ...first, recordKey: 'secret', secrecy: 3 }]);
      assert.ok(has(facts.hidden, HIDDEN.SECRET));
      assert.ok(parties.every(({ isCountable }) => !isCountable));
    });
  });

  it('hide every row of a juvenile case and of a closed criminal one', () => {
    holds((records) => {
      const { facts, parties } = derive(records);
      const isClosedCriminal = has(facts.natures, NATURE.CRIMINAL) && !facts.isActive;
      if (!has(facts.natures, NATURE.JUVENILE) && !isClosedCriminal) return;
      assert.ok(parties.every(({ isCountable }) => !isCountable));
    });
  });

  it('count a person in a labour case only on the passive side and never by a mask', () => {
    holds((records) => {
      const { facts, parties } = derive(records);
      if (!has(facts.natures, NATURE.LABOUR)) return;
      for (const row of parties) {
        if (row.document !== CNPJ && row.isCountable)
          assert.deepEqual([row.side, row.nameKey], ['PASSIVE', null]);
      }
    });
  });

  it('have at most one debtor side, no row without a document, and one row for each', () => {
    holds((records) => {
      const { facts, parties } = derive(records);
      const debtorSide = has(facts.traits, TRAIT.AUTHOR_IS_DEBTOR) ? 'ACTIVE' : 'PASSIVE';
      for (const row of parties) {
        assert.equal(row.isDebtorSide, row.side === debtorSide && row.nameKey === null);
        assert.equal(row.isCountable, row.hidden === 0);
      }
      const documents = parties.map(({ document }) => document);
      assert.equal(new Set(documents).size, documents.length);
      assert.ok(documents.every((document) => [CPF, OTHER_CPF, CNPJ, MASKED].includes(document)));
    });
  });

  it('are civil exactly when they are neither execution, labour nor criminal', () => {
    holds((records) => {
      const { natures } = derive(records).facts;
      const others = NATURE.EXECUTION | NATURE.LABOUR | NATURE.CRIMINAL;
      assert.equal(has(natures, NATURE.CIVIL), !has(natures, others));
    });
  });

  it('close with a closing in every degree and open again with a later reopening', () => {
    holds((records) => {
      const within = (code: number, day: number): CaseRecord[] =>
        records.map((record) => ({ ...record, movements: [...record.movements, { code, at: onDay(day) }] }));
      assert.equal(
        derive(within(849, 50)).facts.isActive || has(derive(records).facts.natures, NATURE.CRIMINAL),
        true,
      );
      const isFirst = records.some(
        ({ degree, secrecy, source }) =>
          ['G1', 'JE', ''].includes(degree) && (secrecy === 0 || source === 'datajud'),
      );
      if (isFirst) assert.equal(derive(within(22, 50)).facts.isActive, false);
    });
  });
});
