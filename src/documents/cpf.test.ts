import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cpf as other } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { formatCpf, isCpf, parseCpf } from './cpf.ts';
import type { Cpf } from './cpf.ts';
import { aCpf, disturbed } from './fixtures/documents.ts';

const VALID = ['52998224725', '11144477735', '12345678909', '40442820135', '07691852312', '10975384600'];

describe('a CPF', () => {
  it('is accepted with right check digits', () => {
    for (const text of VALID) assert.equal(parseCpf(text), text);
  });

  it('is refused with the reason', () => {
    assert.deepEqual(parseCpf(''), { fault: 'EMPTY' });
    assert.deepEqual(parseCpf('. -/'), { fault: 'EMPTY' });
    assert.deepEqual(parseCpf('00000000000'), { fault: 'ALL_EQUAL' });
    assert.deepEqual(parseCpf('11111111111'), { fault: 'ALL_EQUAL' });
    assert.deepEqual(parseCpf('52998224726'), { fault: 'CHECK_DIGITS' });
    assert.deepEqual(parseCpf('1234567890'), { fault: 'LENGTH' });
    assert.deepEqual(parseCpf('123456789012'), { fault: 'LENGTH' });
    assert.deepEqual(parseCpf('5299822472a'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseCpf('***982247**'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseCpf('٥٢٩٩٨٢٢٤٧٢٥'), { fault: 'CHARACTERS' });
  });

  it('is never looked at beyond the length that a number can have', () => {
    assert.deepEqual(parseCpf('1'.repeat(5_000_000)), { fault: 'LENGTH' });
  });

  it('may carry punctuation anywhere and comes back bare', () => {
    assert.equal(parseCpf('529.982.247-25'), '52998224725');
    assert.equal(parseCpf(' 5/2-9.98 22472..5 '), '52998224725');
  });

  it('is shown with the usual punctuation, which parses back', () => {
    assert.equal(formatCpf('52998224725' as Cpf), '529.982.247-25');
    fc.assert(fc.property(aCpf, (cpf) => parseCpf(formatCpf(cpf as Cpf)) === cpf));
  });

  it('agrees with an independent implementation on 100,000 inputs', () => {
    const input = fc.oneof(
      aCpf,
      disturbed(aCpf),
      fc.string({ maxLength: 14 }),
      fc.stringMatching(/^[0-9]{11}$/),
    );
    fc.assert(
      fc.property(input, (text) => {
        // The other one refuses this valid number because people type it, and takes only right punctuation when strict.
        if (text === '12345678909') return;
        assert.equal(isCpf(text), other.isValid(text, true) && text.length === 11);
        if (other.isValid(text, true)) assert.equal(parseCpf(text), other.strip(text));
      }),
      { numRuns: 100_000 },
    );
  });
});
