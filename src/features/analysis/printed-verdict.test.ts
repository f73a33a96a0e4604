import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aLook, aSummary } from './fixtures/printed-input.ts';
import { judge } from './printed-verdict.ts';

const NOTHING = (['cases', 'debts', 'protests'] as const).map((step) =>
  aLook(step, { outcome: 'NOTHING_FOUND' }),
);

describe('the verdict of a printed report', () => {
  it('is risk as soon as a case, a debt in collection or a protest says so', () => {
    for (const key of [
      'IS_ACTIVE_WITH_RISK',
      'IS_INACTIVE_WITH_RISK',
      'RISK_DEBTOR',
      'RISK_PROTEST',
    ] as const) {
      const summary = aSummary({ ALL: [2, '10.00'], [key]: [1, '5.00'] });
      assert.equal(judge({ summary, sources: NOTHING }).tone, 'risk', key);
    }
  });

  it('is clear only when everything was looked at', () => {
    const summary = aSummary({ ALL: [2, '10.00'], IS_ACTIVE_WITHOUT_RISK: [2, '10.00'] });
    assert.equal(judge({ summary, sources: NOTHING }).tone, 'clear');
    const failed = [
      ...NOTHING.filter(({ step }) => step !== 'debts'),
      aLook('debts', { outcome: 'SOURCE_FAILED' }),
    ];
    const unsure = judge({ summary, sources: failed });
    assert.deepEqual([unsure.tone, unsure.looked], ['unsure', 'Não verificado: dívida ativa.']);
    assert.equal(unsure.found, 'Processos com risco: 0 de 2. Protestos em cartório: 0.');
  });

  it('does not count what was not looked at', () => {
    const summary = aSummary({ RISK_PROTEST: [3, '1.00'] });
    const verdict = judge({ summary, sources: [aLook('cases', { outcome: 'NOTHING_FOUND' })] });
    assert.equal(verdict.tone, 'unsure');
    assert.equal(verdict.looked, 'Não verificado: dívida ativa, protestos.');
  });
});
