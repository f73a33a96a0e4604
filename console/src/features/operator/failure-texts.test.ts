import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeFailure } from './failure-texts.ts';

const PLATFORM = join(import.meta.dirname, '../../../../src/platform');

function readMatches(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(join(PLATFORM, file), 'utf8').matchAll(pattern), ([, found = '']) => found);
}

const SENTENCES = [
  ...readMatches('jobs/reason.ts', /new Error\('(.+?)'\)/g),
  ...readMatches('jobs/settlements.ts', /'((?:another attempt|the write) .+?)'/g),
  ...readMatches('jobs/settlements.ts', /message: '(.+?)'/g),
];
const CODES = readMatches('outbound/outcome.ts', /^ {2}\| '([A-Z_]+)'/gm);

describe('the reasons of dead jobs', () => {
  it('are told in both languages, whatever a worker writes by itself', () => {
    assert.ok(SENTENCES.length >= 7, SENTENCES.join());
    for (const sentence of SENTENCES) {
      const [portuguese, english] = [describeFailure('pt-BR', sentence), describeFailure('en', sentence)];
      assert.ok(portuguese.told !== '' && english.told !== '', sentence);
      assert.notEqual(portuguese.told, english.told, sentence);
      assert.equal(portuguese.technical, '', sentence);
    }
  });

  it('tell every code of what a source came to, and name it', () => {
    assert.ok(CODES.length > 10, CODES.join());
    for (const code of CODES) {
      for (const reason of [
        `SourceFailure ${code} at ask (run.ts:1:1)`,
        `The source gave no usable answer: ${code}`,
      ]) {
        const { told, technical } = describeFailure('pt-BR', reason);
        assert.ok(told.endsWith(` (${code}).`) && technical === '', reason);
        assert.notEqual(told, describeFailure('en', reason).told);
      }
    }
  });

  it('keep what the database answered beside the words', () => {
    const reason = 'error 57P01 at Parser.parseErrorMessage';
    assert.deepEqual(describeFailure('pt-BR', reason), {
      told: 'O banco de dados recusou a operação.',
      technical: reason,
    });
  });

  it('are left as they are where nobody has words for them', () => {
    const reason = 'TypeError at something';
    assert.deepEqual(describeFailure('pt-BR', reason), { told: '', technical: reason });
    assert.deepEqual(describeFailure('en', reason), { told: '', technical: reason });
  });
});
