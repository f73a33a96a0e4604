import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeImportFailure } from './import-failure-texts.ts';

const ROOT = join(import.meta.dirname, '../../../../src');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const FAILURES = read('platform/imports/failure.ts');
const GOES_ON = /const GOES_ON = '(.+?)';/.exec(FAILURES)?.[1] ?? '';

/** A sentence as it would be written, with something in the place of what it names. */
function fill(sentence: string): string {
  return sentence.replaceAll('${GOES_ON}', GOES_ON).replaceAll(/\$\{[^}]*\}/g, '5');
}

/** The pieces of a sentence that is put together from several. */
function joinPieces(pieces: string): string {
  return Array.from(
    pieces.matchAll(/'([^']*)'|`([^`]*)`/g),
    ([, plain, filled]) => plain ?? filled ?? '',
  ).join('');
}

const THROWN = /ImportFault\(\s*'(?:refused|failed)',\s*((?:(?:'[^']*'|`[^`]*`)\s*\+?\s*)+)/g;

const SENTENCES = [
  ...globSync('{platform/imports,sources/*}/*.ts', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => Array.from(read(file).matchAll(THROWN), ([, pieces = '']) => joinPieces(pieces))),
  ...Array.from(
    FAILURES.matchAll(/(?:: |return |\?\? )(['`])(The .+?|Some.+?)\1[,;]/g),
    ([, , found = '']) => found,
  ),
  ...Array.from(
    read('platform/imports/audit-rows.ts').matchAll(/reason = '(.+?)'/g),
    ([, found = '']) => found,
  ),
].map(fill);

describe('the reasons for which imports end without being served', () => {
  it('have a Portuguese form, each of them', () => {
    assert.ok(SENTENCES.length > 20, SENTENCES.join('\n'));
    for (const sentence of SENTENCES) {
      const { told, technical } = describeImportFailure('pt-BR', sentence);
      assert.ok(told !== '' && technical === '', sentence);
      assert.doesNotMatch(told, /\b(?:the|database|run|served)\b/i, told);
    }
  });

  it('keep what they name', () => {
    assert.equal(
      describeImportFailure('pt-BR', `The database refuses the import (22003). ${GOES_ON}`).told,
      'O banco de dados recusa a importação (22003). Rode o mesmo comando de novo: ele continua de onde parou. ' +
        'Os dados servidos são os antigos.',
    );
  });

  it('are sentences for people in English, and technical where the form is not known', () => {
    assert.deepEqual(describeImportFailure('en', 'The moon is gone.'), {
      told: 'The moon is gone.',
      technical: '',
    });
    assert.deepEqual(describeImportFailure('pt-BR', 'The moon is gone.'), {
      told: '',
      technical: 'The moon is gone.',
    });
  });
});
