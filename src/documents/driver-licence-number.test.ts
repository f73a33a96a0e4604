import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseDriverLicenceNumber } from './driver-licence-number.ts';
import { isFault } from './fault.ts';

describe("a driver's licence number", () => {
  it('is accepted with right check digits', () => {
    for (const number of ['92394484426', '58316794534']) {
      assert.deepEqual(parseDriverLicenceNumber(number), { number, isDoubtful: false });
    }
    assert.deepEqual(parseDriverLicenceNumber('923.944.844-26'), {
      number: '92394484426',
      isDoubtful: false,
    });
  });

  it('is refused with the reason', () => {
    assert.deepEqual(parseDriverLicenceNumber(''), { fault: 'EMPTY' });
    assert.deepEqual(parseDriverLicenceNumber('92394484427'), { fault: 'CHECK_DIGITS' });
    assert.deepEqual(parseDriverLicenceNumber('92394484436'), { fault: 'CHECK_DIGITS' });
    assert.deepEqual(parseDriverLicenceNumber('9239448442'), { fault: 'LENGTH' });
    assert.deepEqual(parseDriverLicenceNumber('923944844260'), { fault: 'LENGTH' });
    assert.deepEqual(parseDriverLicenceNumber('9239448442A'), { fault: 'CHARACTERS' });
    assert.deepEqual(parseDriverLicenceNumber('11111111111'), { fault: 'ALL_EQUAL' });
  });

  it('lowers the second check digit by two when the first rest is ten', () => {
    // 9·1 + 1·1 = 10 falling; 1·1 + 9·1 = 10 rising, less two.
    assert.deepEqual(parseDriverLicenceNumber('10000000108'), { number: '10000000108', isDoubtful: false });
    assert.deepEqual(parseDriverLicenceNumber('10000000100'), { fault: 'CHECK_DIGITS' });
  });

  it('is taken with a warning where published implementations disagree', () => {
    const doubtful = [];
    for (let body = 100_000_000; doubtful.length < 20 && body < 100_010_000; body++) {
      const parsed = parseDriverLicenceNumber(`${body}00`);
      if (!isFault(parsed) && parsed.isDoubtful) doubtful.push(body);
    }
    assert.equal(doubtful.length, 20);
    for (const body of doubtful) {
      for (let check2 = 0; check2 <= 9; check2++)
        assert.equal(isFault(parseDriverLicenceNumber(`${body}0${check2}`)), false);
      assert.deepEqual(parseDriverLicenceNumber(`${body}10`), { fault: 'CHECK_DIGITS' });
    }
  });

  it('has exactly one right ending unless it is doubtful', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9}$/), (body) => {
        if (new Set(body).size === 1) return;
        const endings = Array.from({ length: 100 }, (_, ending) =>
          parseDriverLicenceNumber(body + String(ending).padStart(2, '0')),
        ).flatMap((parsed) => (isFault(parsed) ? [] : [parsed]));
        assert.equal(endings.length, endings[0]?.isDoubtful === true ? 10 : 1);
      }),
    );
  });
});
