import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cnpj as other } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { cnpjRoot, formatCnpj, isCnpj, parseCnpj } from './cnpj.ts';
import type { Cnpj } from './cnpj.ts';
import { aCnpj, aNumericCnpj, disturbed } from './fixtures/documents.ts';

const VALID = ['11222333000181', '00000000000191', '33000167000101', '12ABC34501DE35'];

describe('a CNPJ', () => {
  it('is accepted with digits only and with letters', () => {
    for (const text of VALID) assert.equal(parseCnpj(text), text);
  });

  it('is refused with the reason', () => {
    assert.deepEqual(parseCnpj('00000000000000'), { fault: 'ALL_EQUAL' });
    assert.deepEqual(parseCnpj('12ABC34501DE36'), { fault: 'CHECK_DIGITS' });
    assert.deepEqual(parseCnpj('11222333000180'), { fault: 'CHECK_DIGITS' });
    assert.deepEqual(parseCnpj('12ABC34501DEA5'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseCnpj('12ÁBC34501DE35'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseCnpj('1122233300018'), { fault: 'LENGTH' });
    assert.deepEqual(parseCnpj('112223330001811'), { fault: 'LENGTH' });
    assert.deepEqual(parseCnpj('  '), { fault: 'EMPTY' });
  });

  it('may be in lower case and carry punctuation anywhere, and comes back bare and in upper case', () => {
    assert.equal(parseCnpj('12abc34501de35'), '12ABC34501DE35');
    assert.equal(parseCnpj('12.Abc.345/01dE-35'), '12ABC34501DE35');
    assert.equal(parseCnpj(' 1/1-2.22 333000181'), '11222333000181');
    assert.equal(isCnpj('12abc34501de35'), false);
  });

  it('is shown with the usual punctuation, which parses back', () => {
    assert.equal(formatCnpj('12ABC34501DE35' as Cnpj), '12.ABC.345/01DE-35');
    fc.assert(fc.property(aCnpj, (cnpj) => parseCnpj(formatCnpj(cnpj as Cnpj).toLowerCase()) === cnpj));
  });

  it('has a root of eight characters', () => {
    assert.equal(cnpjRoot('12ABC34501DE35' as Cnpj), '12ABC345');
  });

  it('agrees with an independent implementation on 100,000 inputs', () => {
    const input = fc.oneof(
      aCnpj,
      aNumericCnpj,
      disturbed(aCnpj),
      disturbed(aNumericCnpj),
      fc.string({ maxLength: 18 }),
      fc.stringMatching(/^[0-9A-Z]{12}[0-9]{2}$/),
    );
    fc.assert(
      fc.property(input, (text) => {
        // Strict, the other one takes upper case and right punctuation only.
        assert.equal(isCnpj(text), other.isValid(text, true) && text.length === 14);
        if (other.isValid(text, true)) assert.equal(parseCnpj(text.toLowerCase()), other.strip(text));
      }),
      { numRuns: 100_000 },
    );
  });
});
