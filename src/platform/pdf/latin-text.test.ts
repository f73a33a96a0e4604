import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOSTILE_TEXTS } from '../../../test/support/hostile-texts.ts';
import { MISSING, toLatin } from './latin-text.ts';

const PRINTABLE = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));

describe('a text for paper', () => {
  it('keeps every letter of Portuguese, and joins accents that stand apart', () => {
    const words = 'ÁÂÃÀÉÊÍÓÔÕÚÜÇ áâãàéêíóôõúüç ª º § – — “aspas” ‘simples’ … € R$ 1.234,56';
    assert.equal(toLatin(words), words);
    assert.equal(toLatin(words.normalize('NFD')), words);
  });

  it('marks what the fonts do not have, once for each character', () => {
    assert.equal(toLatin('JOÃO 王小 ŁÓDŹ 🂡'), `JOÃO ${MISSING}${MISSING} ${MISSING}ÓD${MISSING} ${MISSING}`);
    assert.equal(toLatin('a\u202Eb\u00ADc\u0000d\uD800e'), ['a', 'b', 'c', 'd', 'e'].join(MISSING));
  });

  it('stays on one line and short', () => {
    assert.equal(toLatin('  uma\r\n\tlinha\u2028só\u00A0 '), 'uma linha só');
    assert.ok(toLatin('A'.repeat(1_000_000)).length < 1000);
  });

  it('never holds a character that has no place in Windows-1252', () => {
    for (const text of HOSTILE_TEXTS) {
      for (const character of toLatin(text)) assert.ok(PRINTABLE.includes(character));
    }
  });
});
