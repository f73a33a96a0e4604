import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answer } from './fixtures/golden-answers.ts';
import { readGolden } from './fixtures/golden.ts';
import type { GoldenCase } from './fixtures/golden.ts';
import { listRules } from './rules.ts';
import type { Rule } from './rules.ts';

const GOLDEN = readGolden();
const IN_FORCE = listRules();

/** One line for each label that these rules would not give: the report to read when a rule is changed. */
function listMoved(rules: readonly Rule[]): string[] {
  return GOLDEN.flatMap((golden) => {
    const found = answer(golden, rules);
    return found === golden.label ? [] : [`${golden.id}: "${golden.label}" becomes "${found}"`];
  });
}

const rulesOf = ({ label }: GoldenCase): string[] => label.split(' ')[3]?.split(',') ?? [];
const withoutRule = (label: string, id: string): string => {
  const [side = '', natures = '', life = '', rules = ''] = label.split(' ');
  const left = rules.split(',').filter((rule) => rule !== id);
  return [side, natures, life, ...(left.length > 0 ? [left.join(',')] : [])].join(' ');
};

describe('the golden set', () => {
  it('is classified as it is labelled', () => {
    assert.deepEqual(listMoved(IN_FORCE), []);
  });

  it('has more than 300 cases, each once and under its own id', () => {
    assert.ok(GOLDEN.length >= 300, String(GOLDEN.length));
    assert.equal(new Set(GOLDEN.map(({ id }) => id)).size, GOLDEN.length);
    const told = GOLDEN.map(({ records, document }) => JSON.stringify([document, records]));
    assert.equal(new Set(told).size, GOLDEN.length);
  });

  it('has every side, nature, life and rule, and what must stay hidden', () => {
    const words = new Set(GOLDEN.flatMap(({ label }) => label.split(/[ ,+]/)));
    const expected = ['defendant', 'author', 'unclassified', 'active', 'inactive', 'hidden', 'civil'];
    const natures = ['execution', 'labour', 'criminal'];
    assert.deepEqual(words, new Set([...words, ...expected, ...natures, ...IN_FORCE.map(({ id }) => id)]));
  });
});

describe('a change of the rules', () => {
  it('tells exactly which labels move when a rule is taken away: those that name it', () => {
    for (const { id } of IN_FORCE) {
      const moved = listMoved(IN_FORCE.filter((rule) => rule.id !== id));
      const expected = GOLDEN.filter((golden) => rulesOf(golden).includes(id)).map(
        (golden) => `${golden.id}: "${golden.label}" becomes "${withoutRule(golden.label, id)}"`,
      );
      assert.notEqual(expected.length, 0, id);
      assert.deepEqual(moved, expected, id);
    }
  });

  it('tells which cases a rule reaches anew when its condition is loosened', () => {
    const loosened = (rule: Rule): Rule => ({
      ...rule,
      holds: ({ isDebtorSide, highValue }) => isDebtorSide && highValue !== null,
    });
    const evenIfOver = IN_FORCE.map((rule) => (rule.id === 'value' ? loosened(rule) : rule));
    // Worth more than the threshold but closed, dismissed, settled, and extinguished without merits.
    const reached = ['civil-45', 'civil-46', 'outcomes-10', 'outcomes-42'];
    assert.deepEqual(
      listMoved(evenIfOver).map((line) => line.split(':')[0]),
      reached,
    );
  });
});
