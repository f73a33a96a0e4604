import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recognise } from './recognise.ts';

describe('what is typed into the search', () => {
  it('is a CPF in any form', () => {
    for (const text of ['90000000337', '900.000.003-37', ' 900 000 003 37 ']) {
      assert.deepEqual(recognise(text), { kind: 'document', type: 'CPF', document: '90000000337' });
    }
  });
  it('is a CNPJ, also with letters and in lower case', () => {
    assert.deepEqual(recognise('90.ab0.c30/0001-19'), {
      kind: 'document',
      type: 'CNPJ',
      document: '90AB0C30000119',
    });
    assert.deepEqual(recognise('90000015000142'), {
      kind: 'document',
      type: 'CNPJ',
      document: '90000015000142',
    });
  });
  it('is a case number, with its court and whether its check digits are right', () => {
    const found = recognise('0000001-02.2024.8.26.0001');
    assert.ok(found.kind === 'case');
    assert.deepEqual([found.number, found.court], ['00000010220248260001', 'TJSP']);
    assert.equal(found.hasRightDigits, false);
  });
  it('is the beginning of one, and says how much is missing', () => {
    assert.deepEqual(recognise('900.000'), { kind: 'unfinished', missing: 5 });
    assert.deepEqual(recognise('900000150001'), { kind: 'unfinished', missing: 2 });
    assert.deepEqual(recognise('900000150001422'), { kind: 'unfinished', missing: 5 });
  });
  it('is wrong for a reason that can be told', () => {
    assert.deepEqual(recognise('90000000338'), { kind: 'wrong', reason: 'digits' });
    assert.deepEqual(recognise('90000015000143'), { kind: 'wrong', reason: 'digits' });
    assert.deepEqual(recognise('900,00'), { kind: 'wrong', reason: 'characters' });
    assert.deepEqual(recognise('0'.repeat(21)), { kind: 'wrong', reason: 'length' });
    assert.deepEqual(recognise('  '), { kind: 'nothing' });
  });
});
