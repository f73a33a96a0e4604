import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ORIGINAL_NUMBER, factsOf, moves, onDay } from './fixtures/records.ts';
import type { Steps } from './fixtures/records.ts';
import type { CaseRecord } from './ports.ts';

const isActive = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): boolean =>
  factsOf(...records).isActive;
const afterMoves = (...steps: Steps): boolean => isActive({ movements: moves(...steps) });

describe('the life of a record', () => {
  it('is active when nothing is known', () => {
    assert.equal(isActive({}), true);
    assert.equal(afterMoves(26, 85, 848), true);
  });

  it('ends with 22, 246, 83, 488, 12186 and the custody movements 866, 867, 869, 870', () => {
    for (const code of [22, 246, 83, 488, 12186, 866, 867, 869, 870])
      assert.equal(afterMoves(26, code), false, String(code));
  });

  it('ends with 861 outside executions only', () => {
    assert.equal(isActive({ classCode: 7, movements: moves(861) }), false);
    assert.equal(isActive({ classCode: 1116, movements: moves(861) }), true);
    assert.equal(isActive({ classCode: 7, movements: moves(11385, 861) }), true);
  });

  it('goes on with 849 and 893, at equal times too', () => {
    for (const code of [849, 893]) {
      assert.equal(afterMoves(22, code), true);
      assert.equal(afterMoves([22, 5], [code, 5]), true);
      assert.equal(afterMoves(code, 22), false);
    }
  });

  it('goes on with 11385, 14739, 26 and 36 only when strictly later than the closing', () => {
    for (const code of [11385, 14739, 26, 36]) {
      assert.equal(afterMoves(22, code), true);
      assert.equal(afterMoves([22, 5], [code, 5]), false);
      assert.equal(afterMoves(code, 22), false);
    }
  });

  it('goes on with provisional archiving or a suspension after a closing', () => {
    for (const code of [245, 14997, 14998, 25, 276, 272, 11025, 11018]) {
      assert.equal(afterMoves(22, code), true, String(code));
      assert.equal(afterMoves(code, 22), false, String(code));
      assert.equal(afterMoves(code), true, String(code));
    }
    assert.equal(isActive({ classCode: 1116, movements: moves(22, 861) }), true);
  });

  it('is what the later of closing and reopening says, in whatever order they come', () => {
    assert.equal(afterMoves([849, 3], [22, 2], [246, 9]), false);
    assert.equal(afterMoves([849, 10], [22, 2], [246, 9]), true);
  });

  it("is the court's own state without such a movement", () => {
    assert.equal(isActive({ courtState: 'CLOSED', movements: moves(26, 85) }), false);
    assert.equal(isActive({ courtState: 'SUSPENDED' }), true);
    assert.equal(isActive({ courtState: 'ACTIVE', movements: moves(22) }), false);
    assert.equal(isActive({ courtState: 'CLOSED', movements: moves(22, 849) }), true);
    assert.equal(isActive({ courtState: 'CLOSED', movements: moves(849) }), true);
  });

  it("outranks the court's own state when provisional archiving or a suspension is newest", () => {
    for (const code of [245, 14997, 14998, 25]) {
      assert.equal(isActive({ courtState: 'CLOSED', movements: moves(code) }), true);
    }
    assert.equal(isActive({ classCode: 156, courtState: 'CLOSED', movements: moves(861) }), true);
  });

  it('takes the state of the source that was brought up to date last', () => {
    const older = { courtState: 'CLOSED', updatedAt: onDay(1) } as const;
    const newer = { source: 'other', courtState: 'ACTIVE', updatedAt: onDay(2) } as const;
    assert.equal(isActive(older, newer), true);
    assert.equal(isActive(newer, older), true);
    assert.equal(isActive({ ...older, updatedAt: onDay(3) }, newer), false);
  });
});

describe('the life of a case', () => {
  it('is read after the records of one degree are merged, G1 and JE, G2 and TR being one', () => {
    assert.equal(isActive({ movements: moves(22) }, { source: 'other', movements: moves([849, 9]) }), true);
    assert.equal(
      isActive({ degree: 'JE', movements: moves(22) }, { degree: 'G1', movements: moves([85, 9]) }),
      false,
    );
  });

  it('is inactive when its lowest degree is and no other active record moved after that closing', () => {
    const closed = { movements: moves([22, 10]) };
    assert.equal(isActive(closed, { degree: 'G2', classCode: 198, movements: moves([85, 9]) }), false);
    assert.equal(isActive(closed, { degree: 'G2', classCode: 198, movements: moves([85, 11]) }), true);
    assert.equal(isActive(closed, { degree: 'G2', classCode: 198, movements: moves([22, 11]) }), false);
    assert.equal(isActive(closed, { degree: 'SUP', classCode: 1032 }), false);
  });

  it('stays active when only the appeal is closed', () => {
    assert.equal(
      isActive({ movements: moves(26) }, { degree: 'G2', classCode: 198, movements: moves([22, 9]) }),
      true,
    );
  });

  it('stays active without a closing time while any upper record is active', () => {
    const closed = { courtState: 'CLOSED' } as const;
    assert.equal(isActive(closed, { degree: 'G2', classCode: 198 }), true);
    assert.equal(isActive(closed, { degree: 'G2', classCode: 198, courtState: 'CLOSED' }), false);
  });

  it('reads 861 in an appeal as the end of the appeal even when the case is an execution', () => {
    const below = { classCode: 1116, movements: moves([246, 10]) };
    const archived = { degree: 'G2', classCode: 198, movements: moves([861, 11]) };
    assert.equal(isActive(below, archived), false);
    assert.equal(isActive(below, { ...archived, classCode: null }), true);
  });

  it('is left active by a lone closed appeal', () => {
    for (const degree of ['G2', 'TR', 'SUP']) {
      assert.equal(isActive({ degree, classCode: 198, movements: moves(22) }), true, degree);
    }
    assert.equal(isActive({ degree: 'G2', classCode: 198, courtState: 'CLOSED' }), true);
    assert.equal(isActive({ degree: 'G2', classCode: null, movements: moves(22) }), true);
  });

  it('ends with a lone closed record of a class filed first in that degree, or of origin 0000, or when 848 follows', () => {
    assert.equal(isActive({ degree: 'G2', classCode: 120, movements: moves(22) }), false);
    assert.equal(
      isActive({ number: ORIGINAL_NUMBER, degree: 'G2', classCode: 202, movements: moves(22) }),
      false,
    );
    assert.equal(isActive({ degree: 'G2', classCode: 198, movements: moves(22, 848) }), false);
    assert.equal(isActive({ degree: 'G2', classCode: 198, movements: moves(848, 22) }), true);
  });

  it('takes a degree that the source does not say for no appeal', () => {
    assert.equal(isActive({ degree: '', movements: moves(22) }), false);
    const appeal = { degree: 'G2', classCode: 198, movements: moves([22, 5]) };
    assert.equal(isActive(appeal, { degree: '', movements: moves([22, 6]) }), false);
    assert.equal(isActive(appeal, { degree: '', movements: moves([85, 6]) }), true);
    assert.equal(
      isActive({ degree: 'G1', movements: moves([22, 5]) }, { degree: '', movements: moves([85, 6]) }),
      true,
    );
  });
});
