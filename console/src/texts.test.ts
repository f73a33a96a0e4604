import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LANGUAGES } from './ui/language.ts';

type Word = string | ((...given: unknown[]) => string);
type Found = Record<string, Record<string, Record<string, Word>>>;

const files = globSync('**/*{texts,-texts}.ts', { cwd: import.meta.dirname }).toSorted();

describe('the texts of the console', () => {
  it('are found', () => {
    assert.ok(files.length >= 10, files.join());
  });
  for (const file of files) {
    it(`are the same in both languages: ${file}`, async () => {
      const found = (await import(`./${file}`)) as Found;
      for (const texts of Object.values(found).filter((each) => 'pt-BR' in each)) {
        const [portuguese = {}, english = {}] = LANGUAGES.map((language) => texts[language]);
        assert.deepEqual(Object.keys(english), Object.keys(portuguese));
        for (const [key, word] of Object.entries(portuguese)) {
          const other = english[key] ?? '';
          assert.equal(typeof other, typeof word, key);
          assert.equal(other.length > 0, true, key);
          if (typeof word === 'function') assert.equal(other.length, word.length, key);
        }
      }
    });
  }
});
