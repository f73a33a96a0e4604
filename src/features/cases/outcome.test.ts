import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OUTCOME, TRAIT } from './fact-bits.ts';
import { factsOf, moves, named } from './fixtures/records.ts';
import type { Steps } from './fixtures/records.ts';
import type { CaseRecord } from './ports.ts';

const outcomeOf = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): string => {
  const { outcome } = factsOf(...records);
  return Object.entries(OUTCOME).find(([, code]) => code === outcome)?.[0] ?? '';
};
const after = (...steps: Steps): string => outcomeOf({ movements: moves(...steps) });
/** A class whose author is the debtor. */
const inEmbargos = (...steps: Steps): string => outcomeOf({ classCode: 172, movements: moves(...steps) });
const appeal = (...steps: Steps): Partial<CaseRecord> => ({
  degree: 'G2',
  classCode: 198,
  movements: moves(...steps),
});

describe('the outcome of a case', () => {
  it('is none without a decision', () => {
    assert.equal(after(26, 85, 22), 'NONE');
  });

  it('is paid by 196, and settled by 466, 14099 and 12738', () => {
    assert.equal(after(196), 'PAID');
    for (const code of [466, 14099, 12738]) assert.equal(after(code), 'SETTLED');
  });

  it('is for the debtor by 220, 471, 12298, 11876, 455, 402, 404, 10961, 208 and the subtree of 973', () => {
    for (const code of [220, 471, 12298, 11876, 455, 402, 404, 10961, 208, 973, 1042, 1050, 11878, 15322]) {
      assert.equal(after(code), 'FOR_DEBTOR', String(code));
    }
  });

  it('is for the debtor by 219 where the author is the debtor, and by 220 where it is not', () => {
    assert.equal(inEmbargos(219), 'FOR_DEBTOR');
    assert.equal(inEmbargos(220), 'AGAINST_DEBTOR');
    assert.equal(after(219), 'AGAINST_DEBTOR');
  });

  it('is for the debtor by 335 and 14232 only when 196 or a closing follows', () => {
    for (const code of [335, 14232]) {
      assert.equal(after(code), 'NONE');
      assert.equal(after(code, 196), 'FOR_DEBTOR');
      assert.equal(after(code, 22), 'FOR_DEBTOR');
      assert.equal(after(22, code), 'NONE');
    }
  });

  it('is turned round by 237 and kept by 239', () => {
    const dismissed = { movements: moves(220) };
    assert.equal(outcomeOf(dismissed, appeal([237, 9])), 'AGAINST_DEBTOR');
    assert.equal(outcomeOf({ movements: moves(219) }, appeal([237, 9])), 'FOR_DEBTOR');
    assert.equal(outcomeOf(dismissed, appeal([239, 9])), 'FOR_DEBTOR');
    assert.equal(
      outcomeOf(dismissed, appeal([237, 9]), { degree: 'SUP', movements: moves([237, 20]) }),
      'FOR_DEBTOR',
    );
    assert.equal(outcomeOf({ movements: moves(196) }, appeal([237, 9])), 'NONE');
    assert.equal(outcomeOf({}, appeal([237, 9])), 'NONE');
  });

  it('is turned once by a judgment that is entered several times', () => {
    assert.equal(
      outcomeOf({ movements: moves(220) }, appeal([237, 9], [237, 10]), {
        ...appeal([237, 9]),
        source: 'other',
      }),
      'AGAINST_DEBTOR',
    );
  });

  it('counts 238 as against the debtor', () => {
    assert.equal(outcomeOf({ movements: moves(220) }, appeal([238, 9])), 'AGAINST_DEBTOR');
  });

  it('is not turned in favour of the debtor where it was granted in part', () => {
    assert.equal(outcomeOf({ movements: moves(221) }, appeal([237, 9])), 'AGAINST_DEBTOR');
    assert.equal(
      outcomeOf({ movements: moves(221) }, appeal([237, 9]), { degree: 'SUP', movements: moves([237, 20]) }),
      'AGAINST_DEBTOR',
    );
  });

  it('is without merits in the subtree of 456 except 11374, 11375 and 12298, and by 228, 473 and 463', () => {
    for (const code of [456, 454, 458, 460, 463, 12325, 15251, 228, 473])
      assert.equal(after(code), 'WITHOUT_MERITS', String(code));
    for (const code of [11374, 11375]) assert.equal(after(code), 'NONE');
    assert.equal(after(12298), 'FOR_DEBTOR');
  });

  it('is without merits until a reopening, an appeal granted or 11373', () => {
    assert.equal(after(456, 22), 'WITHOUT_MERITS');
    assert.equal(after(456, 849), 'NONE');
    assert.equal(after(456, 22, 11385), 'NONE');
    assert.equal(after(456, 11373), 'NONE');
    assert.equal(outcomeOf({ movements: moves(456) }, appeal([237, 9])), 'NONE');
    assert.equal(outcomeOf({ movements: moves(456) }, appeal([238, 9])), 'AGAINST_DEBTOR');
    assert.equal(outcomeOf({ movements: moves(456, 22) }, appeal([26, 9], [239, 10])), 'WITHOUT_MERITS');
  });

  it('stays paid, settled or won when the rest is extinguished without merits', () => {
    assert.equal(after(196, 456), 'PAID');
    assert.equal(after(466, 456), 'SETTLED');
    assert.equal(after(220, 456), 'FOR_DEBTOR');
  });

  it('is left as it is by 221 in embargos, 15244, 277, 15238, 264, 12733 and 12041', () => {
    assert.equal(inEmbargos(221), 'NONE');
    for (const code of [15244, 277, 15238, 264, 12733, 12041])
      assert.equal(after(code), 'NONE', String(code));
  });

  it('is what was decided last', () => {
    assert.equal(after(220, 11373, 219), 'AGAINST_DEBTOR');
    assert.equal(after(219, 11385, 196), 'PAID');
    assert.equal(after([219, 4], [220, 4]), 'AGAINST_DEBTOR');
  });

  it('tells whether a severe movement came after the extinction', () => {
    const hasTrait = (...steps: Steps): boolean =>
      named(TRAIT, factsOf({ movements: moves(...steps) }).traits).includes('SEVERE_AFTER_EXTINCTION');
    assert.equal(hasTrait(456, 11382), true);
    assert.equal(hasTrait(11382, 456), false);
    assert.equal(hasTrait(11382), false);
  });
});

describe('the debtor of a case', () => {
  const isAuthor = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): boolean =>
    (factsOf(...records).traits & TRAIT.AUTHOR_IS_DEBTOR) !== 0;

  it('is the author in the flagged classes and in 169, 1017, 1018, 1019 and 12153', () => {
    const codes = [
      128, 129, 167, 11397, 15159, 15217, 170, 171, 172, 173, 229, 1118, 10981, 169, 1017, 1018, 1019, 12153,
    ];
    for (const classCode of codes) assert.equal(isAuthor({ classCode }), true, String(classCode));
  });

  it('is the defendant in 1715, 37 and all other classes', () => {
    for (const classCode of [1715, 37, 7, 1116, 108, 166, 202])
      assert.equal(isAuthor({ classCode }), false, String(classCode));
  });

  it('is the author only if every class of the case but appeals is so marked', () => {
    assert.equal(isAuthor({ classCode: 172 }, { degree: 'G2', classCode: 198 }), true);
    assert.equal(isAuthor({ classCode: 172 }, { classCode: 12154 }), false);
    assert.equal(isAuthor({ classCode: 172 }, { classCode: null, className: 'Nada' }), false);
    assert.equal(isAuthor({ classCode: 172 }, { classCode: null }), true);
    assert.equal(isAuthor({ degree: 'G2', classCode: 198 }), false);
  });

  it('is the author in 108 with subject 4998', () => {
    assert.equal(isAuthor({ classCode: 108, subjectCodes: [4998] }), true);
    assert.equal(isAuthor({ classCode: 7, subjectCodes: [4998] }), false);
    assert.equal(isAuthor({ classCode: 108 }, { classCode: 129 }), false);
  });

  it('is the author after 220 with 848 followed by 11385 without a later reversal', () => {
    const lost = moves(220, 848, 11385);
    assert.equal(isAuthor({ movements: lost }), true);
    assert.equal(outcomeOf({ movements: lost }), 'NONE');
    assert.equal(outcomeOf({ movements: moves(220, 848, 11385, 196) }), 'PAID');
    assert.equal(isAuthor({ movements: moves(220, 11385) }), false);
    assert.equal(isAuthor({ movements: moves(220, 848) }), false);
    assert.equal(isAuthor({ movements: moves(848, 220, 11385) }), false);
    assert.equal(isAuthor({ movements: moves(220, [848, 15], [11385, 16]) }, appeal([237, 9])), false);
    assert.equal(isAuthor({ movements: moves(220, [848, 15], [11385, 16]) }, appeal([239, 9])), true);
    assert.equal(isAuthor({ movements: lost }, appeal([11373, 9])), false);
    assert.equal(factsOf({ movements: lost }).traits & TRAIT.AUTHOR_IS_DEBTOR_BY_CLASS, 0);
  });
});
