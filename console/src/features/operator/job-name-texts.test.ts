import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { describeJob } from './job-name-texts.ts';

const FEATURES = join(import.meta.dirname, '../../../../src/features');

function readNames(): string[] {
  return globSync('*/{jobs,definition}.ts', { cwd: FEATURES }).flatMap((file) =>
    Array.from(
      readFileSync(join(FEATURES, file), 'utf8').matchAll(/\bname: '([a-z]+\.[a-z]+)'/g),
      ([, name = '']) => name,
    ),
  );
}

it('every job of the product has a name in both languages', () => {
  const names = readNames();
  assert.ok(names.length >= 8, names.join());
  for (const name of names) {
    assert.notEqual(describeJob('pt-BR', name), '', name);
    assert.notEqual(describeJob('en', name), describeJob('pt-BR', name), name);
  }
  assert.equal(describeJob('pt-BR', 'moon.run'), '');
});
