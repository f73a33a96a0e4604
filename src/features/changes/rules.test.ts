import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, listVerdictReasons } from './rules.ts';
import type { VerdictFacts } from './rules.ts';

const NONE = { count: 0, cents: 0n };
const some = (count: number, cents = 100n): { count: number; cents: bigint } => ({ count, cents });

function verdictOf(facts: Partial<VerdictFacts>): string {
  const nothing: VerdictFacts = {
    appearedWithRisk: NONE,
    riskBegan: NONE,
    riskEnded: NONE,
    debtsIn: NONE,
    debtsOut: NONE,
    protestsIn: NONE,
    protestsOut: NONE,
    statusBefore: '',
    statusAfter: '',
  };
  const reasons = listVerdictReasons({ ...nothing, ...facts });
  return `${judge(reasons)}: ${reasons.map(({ rule }) => rule).join(' ')}`;
}

describe('the verdict on what changed', () => {
  it('is stable when nothing of weight changed', () => {
    assert.equal(verdictOf({}), 'stable: ');
    assert.equal(verdictOf({ statusBefore: 'ATIVA', statusAfter: 'ATIVA' }), 'stable: ');
    assert.equal(verdictOf({ statusBefore: 'INAPTA', statusAfter: 'BAIXADA' }), 'stable: ');
  });

  it('goes the way of all reasons when they agree', () => {
    assert.equal(verdictOf({ appearedWithRisk: some(1) }), 'worse: case-with-risk-appeared');
    assert.equal(verdictOf({ riskBegan: some(2), debtsIn: some(1) }), 'worse: risk-began debt-in');
    assert.equal(verdictOf({ protestsIn: some(1) }), 'worse: protest-in');
    assert.equal(
      verdictOf({ riskEnded: some(1), debtsOut: some(1), protestsOut: some(3) }),
      'better: risk-ended debt-out protest-out',
    );
  });

  it('weighs number before value when reasons disagree', () => {
    const few = { protestsIn: some(1, 900n), protestsOut: some(2, 1n) };
    assert.equal(verdictOf(few), 'better: protest-in protest-out');
    assert.equal(verdictOf({ debtsIn: some(1, 2n), riskEnded: some(1, 1n) }), 'worse: debt-in risk-ended');
    assert.equal(verdictOf({ debtsIn: some(1, 1n), riskEnded: some(1, 2n) }), 'better: debt-in risk-ended');
    assert.equal(verdictOf({ debtsIn: some(1, 2n), riskEnded: some(1, 2n) }), 'stable: debt-in risk-ended');
  });

  it('lets the tax registry decide between reasons that disagree', () => {
    const closed = { statusBefore: 'ATIVA', statusAfter: 'BAIXADA' };
    assert.equal(verdictOf({ ...closed, riskEnded: some(9) }), 'worse: registry-irregular risk-ended');
    const revived = { statusBefore: 'SUSPENSA', statusAfter: 'ATIVA' };
    assert.equal(verdictOf({ ...revived, debtsIn: some(9) }), 'better: registry-regular debt-in');
    assert.equal(verdictOf({ statusBefore: '', statusAfter: 'BAIXADA' }), 'stable: ');
  });

  it('is what the contract says in words, on 1,000 random sets of facts', () => {
    let state = 1;
    const draw = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % below;
    };
    const seen = new Set<string>();
    for (let round = 0; round < 1000; round += 1) {
      const weight = () => (draw(2) === 0 ? NONE : some(1 + draw(2), BigInt(draw(3))));
      const [up, down] = [
        { appearedWithRisk: weight(), riskBegan: weight(), debtsIn: weight(), protestsIn: weight() },
        { riskEnded: weight(), debtsOut: weight(), protestsOut: weight() },
      ];
      const [statusBefore, statusAfter] = [
        ['', 'ATIVA', 'BAIXADA'][draw(3)] ?? '',
        ['', 'ATIVA', 'BAIXADA'][draw(3)] ?? '',
      ];
      const isCompared = statusBefore !== '' && statusAfter !== '' && statusBefore !== statusAfter;
      const registry = !isCompared ? 0 : statusAfter === 'ATIVA' ? -1 : 1;
      const sum = (weights: object, of: 'count' | 'cents'): number =>
        Object.values(weights as Record<string, typeof NONE>).reduce(
          (all, each) => all + Number(each[of]),
          0,
        );
      const isWorse = sum(up, 'count') > 0 || registry > 0;
      const isBetter = sum(down, 'count') > 0 || registry < 0;
      const sway =
        isWorse && isBetter
          ? registry || sum(up, 'count') - sum(down, 'count') || sum(up, 'cents') - sum(down, 'cents')
          : Number(isWorse) - Number(isBetter);
      const expected = sway > 0 ? 'worse' : sway < 0 ? 'better' : 'stable';
      const [verdict] = verdictOf({ ...up, ...down, statusBefore, statusAfter }).split(':');
      assert.equal(verdict, expected, `round ${round}`);
      seen.add(expected);
    }
    assert.equal(seen.size, 3);
  });
});
