import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { describeModality, describeSpan } from './register-words.ts';

const CODES = readFileSync(
  join(import.meta.dirname, '../../../../src/features/credit-register/register-codes.ts'),
  'utf8',
);
const SPANS = Array.from(CODES.matchAll(/\b\d{2,3}: '(.+?)'/g), ([, span = '']) => span);
const DOMAINS = Array.from(CODES.matchAll(/^ {2}'(\d{2})': '(.+?)'/gm), ([, code = '', name = '']) => ({
  modality: `${code}01`,
  description: name,
}));

describe("the register's words", () => {
  it('are in English for every due date and every kind of operation', () => {
    assert.ok(SPANS.length > 25 && DOMAINS.length > 15, `${SPANS.length} ${DOMAINS.length}`);
    for (const span of SPANS) assert.notEqual(describeSpan('en', span), span);
    for (const domain of DOMAINS) assert.notEqual(describeModality('en', domain), domain.description);
  });

  it('keep their numbers', () => {
    assert.equal(describeSpan('en', '181 a 360 dias'), '181 to 360 days');
    assert.equal(describeSpan('en', 'até 12 meses'), 'up to 12 months');
    assert.equal(describeSpan('en', 'acima de 5400 dias'), 'over 5400 days');
    assert.equal(describeSpan('en', 'prazo indeterminado'), 'no fixed term');
  });

  it('stay as they came in Portuguese, and where they are not known', () => {
    assert.equal(describeSpan('pt-BR', 'até 30 dias'), 'até 30 dias');
    assert.equal(describeSpan('en', 'algum dia'), 'algum dia');
    const strange = { modality: '9901', description: 'Coisa nova' };
    assert.equal(describeModality('en', strange), 'Coisa nova');
    assert.equal(describeModality('pt-BR', { modality: '0201', description: 'Empréstimos' }), 'Empréstimos');
  });
});
