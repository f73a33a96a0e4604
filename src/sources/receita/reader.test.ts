import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { splitRecord } from './reader.ts';

describe('a record of the tax registry', () => {
  it('comes apart into what it was made of', () => {
    // A field that holds `";"` itself cannot be told from two.
    const field = fc.string().filter((text) => !text.includes('";') && !text.includes(';"'));
    fc.assert(
      fc.property(fc.array(field, { minLength: 2, maxLength: 12 }), (fields) => {
        const text = fields.map((value) => `"${value.replaceAll('"', '""')}"`).join(';');
        assert.deepEqual(splitRecord(text, fields.length), fields);
      }),
    );
  });

  for (const [text, count, expected] of [
    ['"a";"";"c"', 3, ['a', '', 'c']],
    ['"";""', 2, ['', '']],
    ['"BAR ""X""";"b"', 2, ['BAR "X"', 'b']],
    ['"BAR "X" LTDA";"b"', 2, ['BAR "X" LTDA', 'b']],
    ['"ends in \\";"b"', 2, ['ends in \\', 'b']],
    ['"a";"b"', 3, null],
    ['"a";"b";"c"', 2, null],
    ['a;b', 2, null],
    ['"a";"b', 2, null],
    ['"', 1, null],
    ['', 1, null],
  ] as const) {
    it(`reads ${JSON.stringify(text)} as ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(splitRecord(text, count), expected);
    });
  }
});
