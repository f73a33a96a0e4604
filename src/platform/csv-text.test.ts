import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine, unguarded } from './csv-text.ts';

describe('a line of CSV', () => {
  it('quotes what would break it and nothing else', () => {
    assert.equal(
      csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', ' edge', 7, true, null, '']),
      'plain,"a,b","say ""x""","two\nlines"," edge",7,true,,\r\n',
    );
  });

  it('lets no text begin as a formula, however it is dressed up', () => {
    for (const text of [
      '=1+1',
      '+cmd',
      '-2',
      '@SUM(A1)',
      '  =1',
      '\t=1',
      '\rx',
      '\uFF1D1',
      '\u200B=1',
      '\uFEFF@x',
    ]) {
      const line = csvLine([text]);
      assert.match(line, /^"?'/, JSON.stringify(text));
      assert.equal(unguarded(`'${text}`), text);
    }
    for (const text of ['plain', "'quoted'", '=1', '']) assert.equal(unguarded(text), text);
  });

  it('leaves minus signs inside and numbers as they are', () => {
    assert.equal(csvLine(['a-b', -5, 'x=1', '2024-01-01']), 'a-b,-5,x=1,2024-01-01\r\n');
  });
});
