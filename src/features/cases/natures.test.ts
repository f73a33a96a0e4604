import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HIDDEN, NATURE, TRAIT } from './fact-bits.ts';
import { LABOUR_NUMBER, STJ_NUMBER, factsOf, moves, named } from './fixtures/records.ts';
import type { CaseRecord } from './ports.ts';

const natures = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): string[] =>
  named(NATURE, factsOf(...records).natures);
const traits = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): string[] =>
  named(TRAIT, factsOf(...records).traits);
const ofClass = (classCode: number): string[] => natures({ classCode });
const byName = (className: string, parts: Partial<CaseRecord> = {}): Partial<CaseRecord> => ({
  classCode: null,
  className,
  ...parts,
});

describe('the nature of a case', () => {
  it('is execution in the subtrees 155 and 158', () => {
    for (const code of [
      155, 156, 157, 10980, 12078, 12246, 15732, 158, 159, 12154, 1111, 12251, 1116, 1117, 165, 167,
    ]) {
      assert.deepEqual(ofClass(code), ['EXECUTION'], String(code));
    }
  });

  it('is not execution in 169, 229 and 10981, nor below them', () => {
    for (const code of [169, 170, 172, 173, 1118, 229, 10981])
      assert.deepEqual(ofClass(code), ['CIVIL'], String(code));
  });

  it('is execution in the execution codes of STJ (1020 to 1024) and STF', () => {
    for (const code of [1020, 1021, 1022, 1023, 1024, 12786, 12787, 12788]) {
      assert.deepEqual(ofClass(code), ['EXECUTION'], String(code));
    }
  });

  it('is execution after movement 11385, but only outside criminal classes', () => {
    assert.deepEqual(natures({ classCode: 7, movements: moves(11385) }), ['EXECUTION']);
    assert.deepEqual(natures({ classCode: 283, movements: moves(11385) }), ['CRIMINAL']);
  });

  it('is execution by 11374 and 11375', () => {
    for (const code of [11374, 11375])
      assert.deepEqual(natures({ classCode: 7, movements: moves(code) }), ['EXECUTION']);
  });

  it('is labour in the subtrees 1067, 1068, 1070 and 1071', () => {
    for (const code of [1067, 985, 1125, 1070, 1072, 15533, 1071, 1009, 1004]) {
      assert.deepEqual(ofClass(code), ['LABOUR'], String(code));
    }
  });

  it('is labour in segment 5 whatever the class', () => {
    assert.deepEqual(natures({ number: LABOUR_NUMBER, classCode: 7 }), ['LABOUR']);
    assert.deepEqual(natures({ number: LABOUR_NUMBER, classCode: 283 }), ['LABOUR', 'CRIMINAL']);
  });

  it('can be labour and execution at once', () => {
    assert.deepEqual(ofClass(990), ['EXECUTION', 'LABOUR']);
    assert.deepEqual(natures({ number: LABOUR_NUMBER, classCode: 985, movements: moves(11385) }), [
      'EXECUTION',
      'LABOUR',
    ]);
  });

  it('is criminal below 268 and 385, and 385 is no execution', () => {
    for (const code of [268, 279, 283, 307, 309, 417, 385, 386, 12727])
      assert.deepEqual(ofClass(code), ['CRIMINAL'], String(code));
  });

  it('is criminal in the criminal codes under 5, 1310, 11028 and 11427', () => {
    for (const code of [
      1033, 1042, 1678, 15228, 1317, 1333, 1343, 12789, 11030, 11037, 11041, 11528, 14209,
    ]) {
      assert.deepEqual(ofClass(code), ['CRIMINAL'], String(code));
    }
    for (const code of [5, 1029, 1032, 1310, 1348, 11028, 11034, 11427, 11527]) {
      assert.deepEqual(ofClass(code), ['CIVIL'], String(code));
    }
  });

  it('is criminal for habeas corpus and the like in superior courts', () => {
    for (const code of [1720, 1722, 1331, 1344, 1013, 1064, 15224, 1028, 1330, 1339, 1364]) {
      assert.deepEqual(ofClass(code), ['CRIMINAL'], String(code));
      assert.deepEqual(traits({ classCode: code }), ['HABEAS_CORPUS'], String(code));
    }
  });

  it('comes from every class of every record', () => {
    assert.deepEqual(natures({ classCode: 7 }, { degree: 'G2', classCode: 198 }, { classCode: 156 }), [
      'EXECUTION',
    ]);
  });

  it('is civil when nothing else holds', () => {
    for (const code of [7, 40, 108, 120, 436]) assert.deepEqual(ofClass(code), ['CIVIL'], String(code));
  });

  it('is juvenile by class root 547 and by subject root 9633, and then the case is hidden', () => {
    for (const facts of [
      factsOf({ classCode: 1401 }),
      factsOf({ classCode: 7, subjectCodes: [9633] }),
      factsOf({ subjectCodes: [7, 15688] }),
    ]) {
      assert.equal(facts.natures & NATURE.JUVENILE, NATURE.JUVENILE);
      assert.deepEqual(named(HIDDEN, facts.hidden), ['JUVENILE']);
    }
    assert.equal(factsOf({ subjectCodes: [9632, 9885, 10011] }).hidden, 0);
  });
});

describe('a class given only by name', () => {
  it('is mapped by the exact normalised name', () => {
    assert.deepEqual(natures(byName('  execução FISCAL ')), ['EXECUTION']);
    assert.deepEqual(traits(byName('Execução Fiscal')), ['TAX_EXECUTION']);
    assert.equal(factsOf(byName('Execução Fiscal')).classCode, 1116);
  });

  it('is civil with the reason "class unknown" when nothing matches', () => {
    for (const record of [byName('Execução'), byName(''), { classCode: 99_999 }, { classCode: null }]) {
      assert.deepEqual(natures(record), ['CIVIL']);
      assert.deepEqual(traits(record), ['CLASS_UNKNOWN']);
    }
  });

  it('is not unknown while another record knows it', () => {
    assert.deepEqual(traits({ classCode: 7 }, byName('Nada')), []);
  });

  it('is told apart by the segment', () => {
    assert.deepEqual(natures(byName('Execução de Título Extrajudicial')), ['EXECUTION']);
    assert.deepEqual(natures(byName('Execução de Título Extrajudicial', { number: LABOUR_NUMBER })), [
      'EXECUTION',
      'LABOUR',
    ]);
    assert.deepEqual(natures(byName('Ação Penal', { number: STJ_NUMBER, degree: 'SUP' })), ['CRIMINAL']);
    assert.deepEqual(natures(byName('Habeas Corpus', { degree: 'SUP' })), ['CRIMINAL']);
    assert.deepEqual(traits(byName('Ação Penal')), ['CLASS_UNKNOWN']);
  });

  it('is unknown when more than one nature is left, with the stricter hiding if one is juvenile or criminal', () => {
    const sequestration = byName('Seqüestro');
    assert.deepEqual(natures(sequestration), ['CIVIL']);
    assert.deepEqual(traits(sequestration), ['CLASS_UNKNOWN']);
    assert.equal(factsOf(sequestration).hidden, 0);
    assert.deepEqual(named(HIDDEN, factsOf({ ...sequestration, movements: moves(22) }).hidden), [
      'CRIMINAL_CLOSED',
    ]);
    assert.deepEqual(named(HIDDEN, factsOf(byName('Processo de Conhecimento')).hidden), ['JUVENILE']);
  });

  it('keeps only what classes of one name and one nature share', () => {
    // Three classes are called so: the debtor's, an appeal, and a labour appeal.
    assert.deepEqual(traits(byName('Embargos')), []);
    assert.equal(factsOf(byName('Embargos')).classCode, null);
  });
});

describe('the traits of a case', () => {
  it('are those that the rules fire on', () => {
    for (const [trait, codes] of [
      ['TAX_EXECUTION', [1116, 83]],
      ['INSOLVENCY', [108, 165, 166]],
      ['IMPROBITY', [64, 1670]],
      ['DEBT_RECOVERY', [40, 81, 84, 93, 94, 12137]],
      [
        'CRIMINAL_ACTION',
        [282, 283, 10943, 10944, 300, 386, 12727, 1033, 1317, 11037, 11528, 12789, 417, 421, 426, 14209],
      ],
      ['INVESTIGATION', [279, 280, 278, 1733, 272, 12121, 1042, 1333, 11041]],
      ['HABEAS_CORPUS', [307, 1720]],
    ] as const) {
      for (const classCode of codes)
        assert.deepEqual(traits({ classCode }), [trait], `${trait} ${classCode}`);
    }
  });

  it('are not those of a neighbour in the tables', () => {
    for (const classCode of [7, 92, 12154, 111, 114, 63, 65, 66, 15167, 309, 420, 291, 1715, 37, 12785]) {
      assert.deepEqual(traits({ classCode }), [], String(classCode));
    }
  });

  it('include improbity for 65 and 66 with subject 10011', () => {
    for (const classCode of [65, 66]) {
      assert.deepEqual(traits({ classCode, subjectCodes: [10011] }), ['IMPROBITY']);
    }
    assert.deepEqual(traits({ classCode: 63, subjectCodes: [10011] }), []);
  });
});
