import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeReason } from './reason-texts.ts';

const ROOT = join(import.meta.dirname, '../../../../src');
const NUMBERS = new Set(['min', 'max', 'MAX_MOVEMENTS', 'MAX_LINE_BYTES', 'layout', 'this']);

/** A sentence as it would be written, with something in the place of what it names. */
function fill(sentence: string): string {
  return sentence.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) =>
    NUMBERS.has(name) ? '5' : 'records[].value',
  );
}

function readSentences(files: string, pattern: RegExp): string[] {
  return globSync(files, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(pattern), ([, , sentence = '']) =>
        fill(sentence),
      ),
    )
    .filter((sentence) => sentence.includes(' '));
}

const SENTENCES = [
  ...readSentences('platform/json-lines/fields.ts', /FieldFault\(\s*(['`])(.+?)\1/g),
  ...readSentences('sources/{cases,datajud,protests}/*.ts', /FieldFault\(\s*(['`])(.+?)\1/g),
  ...readSentences('sources/{pgfn,receita}/mapper.ts', /(?:return|:|=) (['"])(the .+?|it .+?)\1;/g),
  ...readSentences('sources/tpu/*.ts', /return (['"])(the .+?)\1;/g),
  ...readSentences('sources/{tpu,receita,pgfn}/*.ts', /setAside\(\w+, (['`])(.+?)\1/g),
  ...readSentences('sources/pgfn/source.ts', /: (`)(it has .+?)\1/g),
  ...readSentences('platform/imports/lines.ts', /: (['`])(the line .+?)\1/g),
];

describe('the reasons for which rows are set aside', () => {
  it('are found where they are written', () => {
    assert.ok(SENTENCES.length > 40, String(SENTENCES.length));
  });

  for (const sentence of [...new Set(SENTENCES)].toSorted()) {
    it(`have a Portuguese form: ${sentence}`, () => {
      assert.notEqual(describeReason('pt-BR', sentence), null);
    });
  }

  it('keep what they name', () => {
    assert.equal(
      describeReason('pt-BR', 'hit 3: classe.codigo is no code'),
      'resultado 3: classe.codigo não é um código',
    );
    assert.equal(
      describeReason('pt-BR', 'the database does not take its value (22003)'),
      'o banco de dados não aceita o campo value (22003)',
    );
  });

  it('are left as they are in English, and where the form is not known', () => {
    assert.equal(describeReason('en', 'records is missing'), null);
    assert.equal(describeReason('pt-BR', 'the moon is made of cheese'), null);
  });
});
