import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES, RULES_VERSION, findRule, listRules } from './rules.ts';
import type { Rule } from './rules.ts';

describe('the table of rules', () => {
  it('has each rule once in a version, with a sentence in both languages and a weight of its own', () => {
    const keys = RULES.map(({ id, version }) => `${id} ${version}`);
    assert.equal(new Set(keys).size, RULES.length);
    for (const { id, ptBr, en, version } of RULES) {
      assert.match(id, /^[a-z]+(-[a-z]+)*$/);
      assert.ok(ptBr.length > 20 && en.length > 20 && ptBr !== en, id);
      assert.ok(version >= 1 && version <= RULES_VERSION, id);
    }
    const weights = listRules().map(({ weight }) => weight);
    assert.equal(new Set(weights).size, weights.length);
  });

  it('lists the rules in force with the heaviest first', () => {
    const weights = listRules().map(({ weight }) => weight);
    assert.deepEqual(
      weights,
      weights.toSorted((a, b) => b - a),
    );
    assert.deepEqual(
      listRules()
        .map(({ id }) => id)
        .toSorted(),
      [
        'author-is-the-debtor',
        'criminal',
        'debt-recovery',
        'execution',
        'improbity',
        'insolvency',
        'labour',
        'no-assets-found',
        'severe-movement',
        'severe-movement-role-unknown',
        'tax-execution',
        'value',
      ],
    );
  });
});

describe('an older version', () => {
  const rule = (id: string, version: number, more: Partial<Rule> = {}): Rule => ({
    id,
    version,
    ptBr: `regra ${id} da versão ${version}`,
    en: `rule ${id} of version ${version}`,
    weight: version,
    holds: () => true,
    tell: () => ({}),
    ...more,
  });
  const table = [rule('kept', 1), rule('changed', 1), rule('changed', 3), rule('gone', 1, { until: 2 })];

  it('explains a rule in the words of its time', () => {
    assert.equal(findRule(1, 'changed', table)?.ptBr, 'regra changed da versão 1');
    assert.equal(findRule(2, 'changed', table)?.ptBr, 'regra changed da versão 1');
    assert.equal(findRule(3, 'changed', table)?.ptBr, 'regra changed da versão 3');
    assert.equal(findRule(3, 'kept', table)?.version, 1);
  });

  it('knows a rule that is gone, and no rule that came later or never was', () => {
    assert.equal(findRule(1, 'gone', table)?.id, 'gone');
    assert.equal(findRule(2, 'gone', table), null);
    assert.equal(findRule(0, 'kept', table), null);
    assert.equal(findRule(3, 'unheard-of', table), null);
  });

  it('has the rules that were in force in it', () => {
    const inForce = (version: number): string[] =>
      listRules(version, table).map((each) => `${each.id} ${each.version}`);
    assert.deepEqual(inForce(1), ['kept 1', 'changed 1', 'gone 1']);
    assert.deepEqual(inForce(3), ['changed 3', 'kept 1']);
  });

  it('finds every rule in force under the present version', () => {
    for (const each of listRules()) assert.equal(findRule(RULES_VERSION, each.id), each);
  });
});
