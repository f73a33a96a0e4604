import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTermCounter } from './terms.ts';
import type { CaseCodes } from './terms.ts';

const codes = (parts: Partial<CaseCodes>): CaseCodes => ({
  classCodes: [],
  subjectCodes: [],
  movementCodes: [],
  ...parts,
});

function termsOf(...cases: readonly Partial<CaseCodes>[]): string[] {
  const counter = createTermCounter();
  for (const parts of cases) counter.add(codes(parts));
  return counter.importantTerms();
}

describe('important terms', () => {
  it('are found in classes, subjects and movements', () => {
    assert.deepEqual(termsOf({ classCodes: [108] }), ['Falência']);
    assert.deepEqual(termsOf({ subjectCodes: [4939] }), ['Desconsideração da personalidade jurídica']);
    assert.deepEqual(termsOf({ movementCodes: [11382] }), ['Bloqueio, penhora ou arresto de bens']);
  });

  it('are none where nothing of weight is', () => {
    assert.deepEqual(termsOf(), []);
    assert.deepEqual(termsOf({ classCodes: [7], subjectCodes: [10433], movementCodes: [26, 85, 22] }), []);
  });

  it('do not mistake a code of one table for that of another', () => {
    // Movement 108 is an arrest, class 108 a bankruptcy; class 311 an organization's crimes, movement 311 an auction.
    assert.deepEqual(termsOf({ movementCodes: [108] }), ['Prisão']);
    assert.deepEqual(termsOf({ subjectCodes: [108, 311] }), []);
    assert.deepEqual(termsOf({ movementCodes: [311] }), ['Leilão ou praça']);
  });

  it('are the most frequent first, each counted once in a case', () => {
    const auctions = { movementCodes: [311, 311, 311, 311] };
    const attached = { movementCodes: [11382] };
    assert.deepEqual(termsOf(auctions, attached, attached), [
      'Bloqueio, penhora ou arresto de bens',
      'Leilão ou praça',
    ]);
    assert.deepEqual(termsOf({ classCodes: [108], movementCodes: [202, 11382] }, attached), [
      'Bloqueio, penhora ou arresto de bens',
      'Falência',
    ]);
  });

  it('are at most 20', () => {
    const subjectCodes = [
      4939, 3434, 10011, 3628, 3521, 3548, 3612, 3614, 3661, 3569, 3404, 3431, 3531, 6017,
    ];
    const all = {
      classCodes: [108, 166, 129, 81, 93, 15217],
      subjectCodes: [...subjectCodes, 10394, 12999, 7729],
      movementCodes: [11382, 12040, 311, 353, 354, 11375, 11374, 12037],
    };
    const terms = termsOf(all, { movementCodes: [12037] });
    assert.equal(terms.length, 20);
    assert.equal(terms[0], 'Quebra de sigilo');
    assert.equal(new Set(terms).size, 20);
  });

  it('never come from the subjects of children and adolescents that mirror them', () => {
    assert.deepEqual(termsOf({ subjectCodes: [9634, 9690] }), []);
  });
});
