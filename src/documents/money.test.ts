import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatMoney, parseBrazilianMoney, parseMoney, sumCents } from './money.ts';

const amount = fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n });

function inBrazil(cents: bigint): string {
  const [whole = '', fraction = ''] = formatMoney(cents < 0n ? -cents : cents).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return `${cents < 0n ? '-' : ''}${groups.join('.')},${fraction}`;
}

describe('money', () => {
  it('is read from decimal text as whole cents', () => {
    for (const [text, cents] of [
      ['1234567.89', 123456789n],
      ['0.00', 0n],
      ['0', 0n],
      ['0.5', 50n],
      ['12', 1200n],
      ['-3.10', -310n],
      ['0007.00', 700n],
      ['10.1000', 1010n],
      ['999999999999999.99', 99999999999999999n],
    ] as const) {
      assert.equal(parseMoney(text), cents);
    }
  });

  it('is read as Brazilian files write it', () => {
    for (const [text, cents] of [
      ['1.234,56', 123456n],
      ['1234,56', 123456n],
      ['1.234', 123400n],
      ['12', 1200n],
      ['0,5', 50n],
      [' R$ 1.234.567,89 ', 123456789n],
      ['-1.000,00', -100000n],
    ] as const) {
      assert.equal(parseBrazilianMoney(text), cents);
    }
  });

  it('is refused with the reason', () => {
    assert.deepEqual(parseMoney(''), { fault: 'EMPTY' });
    for (const text of ['1,5', '1.', '.5', '1.005', '1e3', ' 1', '--1', '1.234.56', 'NaN']) {
      assert.deepEqual(parseMoney(text), { fault: 'CHARACTERS' }, text);
    }
    for (const text of ['1.23,45', '.123', '1234.567,00', '1,5,0', 'R$ x', '12.34']) {
      assert.deepEqual(parseBrazilianMoney(text), { fault: 'CHARACTERS' }, text);
    }
    assert.deepEqual(parseMoney('1000000000000000'), { fault: 'TOO_LARGE' });
    assert.deepEqual(parseMoney('9'.repeat(1_000_000)), { fault: 'TOO_LARGE' });
  });

  it('has two digits when it is written, and reads back to the cent', () => {
    assert.equal(formatMoney(5n), '0.05');
    assert.equal(formatMoney(-5n), '-0.05');
    assert.equal(formatMoney(123456789n), '1234567.89');
    fc.assert(fc.property(amount, (cents) => parseMoney(formatMoney(cents)) === cents));
    fc.assert(fc.property(amount, (cents) => parseBrazilianMoney(inBrazil(cents)) === cents));
  });

  it('is summed without losing a cent', () => {
    assert.equal(sumCents([]), 0n);
    assert.equal(
      formatMoney(sumCents(Array.from({ length: 1000 }, () => 99999999999999999n))),
      '999999999999999990.00',
    );
  });
});
