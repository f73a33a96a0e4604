import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  filingYear,
  formatCaseNumber,
  hasRightCheckDigits,
  isFiledInCourtItself,
  parseCaseNumber,
  segmentOf,
} from './case-number.ts';
import type { CaseNumber } from './case-number.ts';
import { findCourt } from './court.ts';

const RIGHT = [
  '0000832-35.2018.4.01.3202',
  '0722391-40.2017.8.07.0001',
  '0007303-97.2013.8.07.0015',
  '1000413-22.2017.8.26.0415',
  '0058967-77.2016.8.19.0000',
  '0000002-65.2005.4.05.8100',
  '0200043-65.2009.2.00.0000',
  '0005581-54.2022.2.00.0000',
];
const WRONG = ['0000001-23.2026.8.26.0100', '0001234-56.2024.8.09.0001', '0000102-03.2004.8.26.0000'];

const numberOf = (text: string): CaseNumber => {
  const number = parseCaseNumber(text);
  assert.ok(typeof number === 'string');
  return number;
};
const caseNumber = fc.stringMatching(/^[0-9]{20}$/).map((text) => text as CaseNumber);

describe('a case number', () => {
  it('is read with and without punctuation', () => {
    assert.equal(numberOf('0000832-35.2018.4.01.3202'), '00008323520184013202');
    assert.equal(numberOf('00008323520184013202'), '00008323520184013202');
    assert.equal(numberOf(' 0000832 35 2018 4 01 3202'), '00008323520184013202');
  });

  it('is refused unless it has 20 digits', () => {
    assert.deepEqual(parseCaseNumber(''), { fault: 'EMPTY' });
    assert.deepEqual(parseCaseNumber('0000832352018401320'), { fault: 'LENGTH' });
    assert.deepEqual(parseCaseNumber('000083235201840132022'), { fault: 'LENGTH' });
    assert.deepEqual(parseCaseNumber('0000832352018401320X'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseCaseNumber('0'.repeat(3_000_000)), { fault: 'LENGTH' });
  });

  it('has check digits modulo 97', () => {
    for (const text of RIGHT) assert.equal(hasRightCheckDigits(numberOf(text)), true, text);
    for (const text of WRONG) assert.equal(hasRightCheckDigits(numberOf(text)), false, text);
  });

  it('agrees with whole-number arithmetic on any number', () => {
    fc.assert(
      fc.property(caseNumber, (number) => {
        const moved = number.slice(0, 7) + number.slice(9) + number.slice(7, 9);
        assert.equal(hasRightCheckDigits(number), BigInt(moved) % 97n === 1n);
      }),
    );
  });

  it('loses its right check digits with any one digit changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RIGHT), fc.nat(19), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
        const number = numberOf(text);
        const digit = String((Number(number.charAt(at)) + by) % 10);
        assert.equal(
          hasRightCheckDigits((number.slice(0, at) + digit + number.slice(at + 1)) as CaseNumber),
          false,
        );
      }),
    );
  });

  it('is shown with its punctuation, which parses back', () => {
    assert.equal(formatCaseNumber(numberOf('07223914020178070001')), '0722391-40.2017.8.07.0001');
    fc.assert(fc.property(caseNumber, (number) => parseCaseNumber(formatCaseNumber(number)) === number));
  });

  it('tells its year, its segment and whether it began in the court itself', () => {
    const number = numberOf('0058967-77.2016.8.19.0000');
    assert.equal(filingYear(number), 2016);
    assert.equal(segmentOf(number), 8);
    assert.equal(isFiledInCourtItself(number), true);
    assert.equal(isFiledInCourtItself(numberOf('0722391-40.2017.8.07.0001')), false);
  });
});

describe('the court of a case number', () => {
  const courtOf = (segment: number, court: string): string => {
    const found = findCourt(`0000000002020${segment}${court}0001` as CaseNumber);
    return found === null ? '-' : `${found.acronym} ${found.segment} ${found.state ?? ''}`.trim();
  };

  it('is named by segment and code', () => {
    for (const [segment, court, expected] of [
      [1, '00', 'STF 1'],
      [2, '00', 'CNJ 2'],
      [3, '00', 'STJ 3'],
      [4, '01', 'TRF1 4'],
      [4, '06', 'TRF6 4 MG'],
      [4, '90', 'CJF 4'],
      [5, '00', 'TST 5'],
      [5, '02', 'TRT2 5 SP'],
      [5, '08', 'TRT8 5'],
      [5, '15', 'TRT15 5 SP'],
      [5, '24', 'TRT24 5 MS'],
      [5, '90', 'CSJT 5'],
      [6, '00', 'TSE 6'],
      [6, '07', 'TRE-DF 6 DF'],
      [7, '00', 'STM 7'],
      [7, '12', 'CJM12 7'],
      [8, '07', 'TJDFT 8 DF'],
      [8, '11', 'TJMT 8 MT'],
      [8, '13', 'TJMG 8 MG'],
      [8, '26', 'TJSP 8 SP'],
      [9, '21', 'TJMRS 9 RS'],
    ] as const) {
      assert.equal(courtOf(segment, court), expected);
    }
  });

  it('is unknown for codes that name none', () => {
    for (const [segment, court] of [
      [0, '00'],
      [1, '01'],
      [4, '00'],
      [4, '07'],
      [5, '25'],
      [6, '28'],
      [7, '13'],
      [8, '00'],
      [8, '28'],
      [9, '01'],
    ] as const) {
      assert.equal(courtOf(segment, court), '-');
    }
  });
});
