import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maskCpfInName, nameKey } from './name-key.ts';

describe('the key of a name', () => {
  it('is the same for every spelling of the name', () => {
    for (const [name, key] of [
      ['José da Conceição', 'JOSE DA CONCEICAO'],
      ['  JOSE   DA\tCONCEICAO ', 'JOSE DA CONCEICAO'],
      ['Jose\u0301 da Conceic\u0327a\u0303o', 'JOSE DA CONCEICAO'],
      ["D'Ávila & Filhos Ltda.", 'D AVILA FILHOS LTDA'],
      ['Empresa-Modelo S/A', 'EMPRESA MODELO S A'],
      ['1ª Vara', '1A VARA'],
      ['Ｆｕｌｌ', 'FULL'],
      ['', ''],
      ['...', ''],
    ] as const) {
      assert.equal(nameKey(name), key);
    }
  });

  it('is its own key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        (name) => nameKey(nameKey(name)) === nameKey(name),
      ),
      { numRuns: 1000 },
    );
  });

  it('does not depend on case, accents written apart, or spaces around', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aãÁçÇ éoõÜüz.-')) }), (name) => {
        const key = nameKey(name);
        assert.equal(nameKey(name.toLowerCase()), key);
        assert.equal(nameKey(name.normalize('NFD')), key);
        assert.equal(nameKey(`  ${name.replaceAll(' ', '  ')}.`), key);
      }),
    );
  });
});

describe('the CPF in the name of a sole trader', () => {
  it('is masked', () => {
    assert.equal(maskCpfInName('MARIA MODELO 12345678909'), 'MARIA MODELO ***456789**');
    assert.equal(maskCpfInName('MARIA MODELO 123.456.789-09 ME'), 'MARIA MODELO ***456789** ME');
    assert.equal(maskCpfInName('12345678909 MARIA'), '***456789** MARIA');
    assert.equal(maskCpfInName('MARIA12345678909'), 'MARIA***456789**');
  });

  it('is the only number that is', () => {
    for (const name of [
      '12.345.678 MARIA MODELO',
      'LOJA 1234567890',
      'LOJA 123456789012',
      '11222333000181',
      'A.B - C',
      '',
    ]) {
      assert.equal(maskCpfInName(name), name);
    }
  });
});
