import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeFinding, doctorTexts } from './doctor-texts.ts';

const DOCTOR = join(import.meta.dirname, '../../../../src/cli');

function readChecks(): string[] {
  const texts = globSync('doctor*.ts', { cwd: DOCTOR })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(DOCTOR, file), 'utf8'));
  const named = texts.flatMap((text) =>
    Array.from(text.matchAll(/\b(?:fine|warning|fault|examine)\(\s*'([^']+)'/g), ([, check = '']) => check),
  );
  return [...new Set(named)].toSorted();
}

describe('the words of the doctor', () => {
  it('name every check that there is, in both languages', () => {
    const checks = readChecks();
    assert.ok(checks.length > 10, checks.join());
    assert.deepEqual(Object.keys(doctorTexts['pt-BR']).toSorted(), checks);
  });

  it('say in Portuguese that a check is well, without its English words', () => {
    for (const check of readChecks()) {
      const told = describeFinding('pt-BR', { check, state: 'ok', message: 'Fine.', remedy: null });
      assert.ok(told.told.length > 0 && told.original === '', check);
    }
  });

  it('keep the English words of what is wrong, with what to do', () => {
    const finding = {
      check: 'disk',
      state: 'fault',
      message: 'Only 3 are free.',
      remedy: 'Free some.',
    } as const;
    assert.deepEqual(describeFinding('pt-BR', finding), {
      name: 'Disco',
      told: 'Há pouco espaço livre.',
      original: 'Only 3 are free. Free some.',
    });
    assert.equal(describeFinding('en', finding).original, 'Only 3 are free. Free some.');
  });

  it('leave a check that they do not know as it is', () => {
    const finding = { check: 'moon', state: 'ok', message: 'It is up.', remedy: null } as const;
    assert.deepEqual(describeFinding('pt-BR', finding), { name: 'moon', told: '', original: 'It is up.' });
  });
});
