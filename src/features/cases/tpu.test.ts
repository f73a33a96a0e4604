import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLASS_PARENTS, isClassWithin } from './class-tree.ts';
import { CLASS, EFFECT, classMarks, isJuvenileSubject, listClassesNamed, movementEffects } from './tpu.ts';

describe('the compact tables', () => {
  it('hold all 849 classes, each below a root', () => {
    assert.equal(CLASS_PARENTS.size, 849);
    const roots = [...CLASS_PARENTS].flatMap(([code, parent]) => (parent === 0 ? [code] : []));
    assert.deepEqual(roots, [2, 5, 268, 385, 547, 1198, 1310, 11028, 11099, 11427]);
    for (const code of CLASS_PARENTS.keys())
      assert.equal(roots.filter((root) => isClassWithin(code, root)).length, 1);
  });

  it('know inactive classes too, since old cases carry them', () => {
    for (const code of [22, 229, 1112, 12251, 15732]) assert.notEqual(classMarks(code), 0, String(code));
  });

  it('know nothing of codes that are in no table', () => {
    for (const code of [0, -1, 3, 1.5, 15_733, 1e9, Number.NaN]) {
      assert.equal(classMarks(code), 0);
      assert.equal(movementEffects(code), 0);
    }
  });

  it('find every class of a name, in its order of the tree', () => {
    assert.deepEqual(listClassesNamed('Execução Fiscal'), [1116]);
    assert.deepEqual(listClassesNamed('ACAO RESCISORIA'), [47, 1669, 1318]);
    assert.deepEqual(listClassesNamed('Cumprimento de sentença'), [156, 12786]);
    assert.deepEqual(listClassesNamed('Execuçao'), []);
  });

  it('keep the codes of classes, movements and subjects apart', () => {
    assert.equal(classMarks(22) & CLASS.EXECUTION, 0);
    assert.equal(movementEffects(22), EFFECT.CLOSES);
    assert.equal(isJuvenileSubject(547), false);
    assert.equal(isJuvenileSubject(9633), true);
  });

  it('count 516 subjects below the law of children and adolescents', () => {
    const codes = Array.from({ length: 20_000 }, (_, code) => code).filter(isJuvenileSubject);
    assert.equal(codes.length, 516);
    assert.deepEqual([codes.at(0), codes.at(-1)], [9633, 15688]);
  });
});
