import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FACTS_VERSION, HIDDEN, TRAIT } from './fact-bits.ts';
import { deriveFacts, derivePartyFacts } from './facts.ts';
import {
  CNPJ,
  CPF,
  LABOUR_NUMBER,
  MASKED,
  OTHER_CPF,
  aParty,
  aRecord,
  factsOf,
  moves,
  named,
  onDay,
  rowOf,
  rowsOf,
} from './fixtures/records.ts';
import type { CaseRecord } from './ports.ts';

const reasonsOf = (...records: readonly [Partial<CaseRecord>, ...Partial<CaseRecord>[]]): string[] =>
  named(HIDDEN, factsOf(...records).hidden);

describe('the dates and the value of a case', () => {
  it('are calendar dates in São Paulo', () => {
    const late = new Date('2021-03-05T01:30:00Z');
    const facts = factsOf({
      filedAt: late,
      movements: [
        { code: 11382, at: late },
        { code: 11375, at: late },
      ],
    });
    assert.deepEqual(
      [facts.filedOn, facts.movedOn, facts.severeOn, facts.frustratedOn],
      ['2021-03-04', '2021-03-04', '2021-03-04', '2021-03-04'],
    );
  });

  it('are unknown when nothing says them', () => {
    const { filedOn, movedOn, severeOn, frustratedOn, value } = factsOf({});
    assert.deepEqual([filedOn, movedOn, severeOn, frustratedOn, value], [null, null, null, null, null]);
  });

  it('are the first filing, the last movement, and the last severe movement of all records', () => {
    const facts = factsOf(
      { filedAt: onDay(3), movements: moves([11382, 5], [85, 6]) },
      { degree: 'G2', filedAt: onDay(40), movements: moves([311, 50], [85, 60]) },
    );
    assert.deepEqual(
      [facts.filedOn, facts.movedOn, facts.severeOn],
      ['2020-01-04', '2020-03-01', '2020-02-20'],
    );
  });

  it('count 11382, 12040, 311, 353, 354, 202 and 12140 as severe, and no other', () => {
    for (const code of [11382, 12040, 311, 353, 354, 202, 12140]) {
      assert.equal(factsOf({ movements: moves(code) }).severeOn, '2020-01-02', String(code));
    }
    for (const code of [352, 108, 113, 15032, 391])
      assert.equal(factsOf({ movements: moves(code) }).severeOn, null);
  });

  it('count 11374 and 11375 as frustrated', () => {
    for (const code of [11374, 11375])
      assert.equal(factsOf({ movements: moves(code) }).frustratedOn, '2020-01-02');
  });

  it('take the value of the lowest degree that knows one, the newest within it', () => {
    assert.equal(factsOf({ value: null }, { degree: 'G2', value: '5.00' }).value, '5.00');
    assert.equal(factsOf({ degree: 'SUP', value: '9.00' }, { degree: 'TR', value: '5.00' }).value, '5.00');
    const older = { value: '1.00', updatedAt: onDay(1) };
    assert.equal(factsOf(older, { source: 'other', value: '2.00', updatedAt: onDay(2) }).value, '2.00');
  });

  it('are unknown rather than in a year that no court has seen', () => {
    const filedAt = new Date('0201-05-05T12:00:00Z');
    assert.equal(factsOf({ filedAt }).filedOn, null);
    assert.equal(factsOf({ filedAt }, { source: 'other', filedAt: onDay(1) }).filedOn, '2020-01-02');
    assert.equal(
      factsOf({ filedAt: new Date(Number.NaN) }, { source: 'other', filedAt: onDay(1) }).filedOn,
      '2020-01-02',
    );
    assert.equal(
      factsOf({ movements: [{ code: 85, at: new Date('+020210-05-05T12:00:00Z') }] }).movedOn,
      null,
    );
  });

  it('ignore movements whose time is no time', () => {
    const facts = factsOf({ movements: [{ code: 22, at: new Date(Number.NaN) }] });
    assert.deepEqual([facts.isActive, facts.movedOn], [true, null]);
  });
});

describe('the rows of a case', () => {
  it('are one for each document, asked by its root', () => {
    const rows = rowsOf({ parties: [aParty(CPF, 'ACTIVE'), aParty(CNPJ), aParty(CNPJ)] });
    assert.deepEqual(
      rows.map(({ root, document, side, factsVersion }) => [root, document, side, factsVersion]),
      [
        ['11222333', CNPJ, 'PASSIVE', FACTS_VERSION],
        [CPF, CPF, 'ACTIVE', FACTS_VERSION],
      ],
    );
  });

  it('leave out names alone, homonyms by the source’s own mark, and what is no document', () => {
    const parties = [aParty(null), { ...aParty(CPF), isHomonym: true }, aParty('52998224726'), aParty('')];
    assert.deepEqual(rowsOf({ parties }), []);
    assert.equal(rowOf(CPF, { parties }, { source: 'other', parties: [aParty(CPF)] })?.isCountable, true);
  });

  it('are none for no records', () => {
    assert.deepEqual(derivePartyFacts([]), []);
  });
});

describe('the side of a document', () => {
  it('is that of the lowest degree in which it appears, since on appeal the winner is passive', () => {
    const onAppeal = { degree: 'G2', classCode: 198, parties: [aParty(CPF, 'PASSIVE')] };
    assert.equal(rowOf(CPF, onAppeal, { parties: [aParty(CPF, 'ACTIVE')] })?.side, 'ACTIVE');
    assert.equal(rowOf(CPF, onAppeal, { degree: 'JE', parties: [aParty(CPF, 'THIRD')] })?.side, 'THIRD');
    assert.equal(rowOf(CPF, onAppeal, { parties: [] })?.side, 'PASSIVE');
  });

  it('is passive before active, then third, then unknown within one degree', () => {
    const sideOf = (...sides: ('ACTIVE' | 'PASSIVE' | 'THIRD' | 'UNKNOWN')[]): string | undefined =>
      rowOf(CPF, { parties: sides.map((side) => aParty(CPF, side)) })?.side;
    assert.equal(sideOf('ACTIVE', 'PASSIVE'), 'PASSIVE');
    assert.equal(sideOf('THIRD', 'ACTIVE', 'UNKNOWN'), 'ACTIVE');
    assert.equal(sideOf('UNKNOWN', 'THIRD'), 'THIRD');
    assert.equal(sideOf('UNKNOWN'), 'UNKNOWN');
  });

  it('is not decided by where the document is only victim or witness', () => {
    const victim = { parties: [aParty(CPF, 'ACTIVE', 'VICTIM')] };
    const row = rowOf(CPF, victim, { degree: 'G2', classCode: 198, parties: [aParty(CPF, 'PASSIVE')] });
    assert.deepEqual([row?.side, row?.isCountable], ['PASSIVE', true]);
  });

  it("is the debtor's when passive, or active where the author is the debtor", () => {
    const parties = [aParty(CPF, 'ACTIVE'), aParty(CNPJ, 'PASSIVE'), aParty(OTHER_CPF, 'THIRD')];
    const debtors = (classCode: number): string[] =>
      rowsOf({ classCode, parties }).flatMap((row) => (row.isDebtorSide ? [row.document] : []));
    assert.deepEqual(debtors(7), [CNPJ]);
    assert.deepEqual(debtors(172), [CPF]);
  });
});

describe('a masked CPF', () => {
  it('is not classified, never of the debtor’s side, and carries the key of the name', () => {
    const row = rowOf(MASKED, { parties: [{ ...aParty(MASKED), name: 'José da Conceição' }] });
    assert.deepEqual(
      [row?.root, row?.side, row?.isDebtorSide, row?.nameKey, row?.isCountable],
      [MASKED, 'UNKNOWN', false, 'JOSE DA CONCEICAO', true],
    );
    assert.deepEqual(named(TRAIT, row?.traits ?? 0), ['BY_MASK']);
    assert.equal(rowOf(CPF, { parties: [aParty(CPF)] })?.nameKey, null);
  });

  it('is no row without a name', () => {
    assert.deepEqual(rowsOf({ parties: [{ ...aParty(MASKED), name: null }] }), []);
  });

  it('is hidden when any name under it is that of a victim or witness', () => {
    const victim = { ...aParty(MASKED, 'ACTIVE', 'VICTIM'), name: 'Ana Exemplo' };
    const rows = rowsOf({ parties: [aParty(MASKED), victim] });
    assert.deepEqual(
      rows.map(({ isCountable }) => isCountable),
      [false],
    );
  });

  it('does not count beside the whole CPF of the same case, which alone decides', () => {
    const victim = aParty(CPF, 'ACTIVE', 'VICTIM');
    const rows = rowsOf({ parties: [victim] }, { source: 'other', parties: [aParty(MASKED)] });
    assert.deepEqual(
      rows.map(({ isCountable }) => isCountable),
      [false, false],
    );
    assert.equal(rowOf(MASKED, { parties: [aParty(OTHER_CPF), aParty(MASKED)] })?.isCountable, true);
  });
});

describe('a case is hidden', () => {
  it('as a whole by one record with secrecy above 0', () => {
    assert.deepEqual(reasonsOf({ secrecy: 1 }), ['SECRET']);
    const rows = rowsOf({ parties: [aParty(CPF)] }, { degree: 'G2', secrecy: 5, parties: [aParty(CNPJ)] });
    assert.deepEqual(
      rows.map(({ isCountable }) => isCountable),
      [false, false],
    );
  });

  it('when secrecy is unknown from a source not declared public-only', () => {
    assert.deepEqual(reasonsOf({ secrecy: null }), ['SECRECY_UNKNOWN']);
    assert.deepEqual(reasonsOf({ secrecy: null, source: 'datajud' }), []);
    const record = aRecord({ secrecy: null, source: 'open' });
    assert.equal(deriveFacts([record], new Set(['open'])).facts.hidden, 0);
  });

  it('for the documents that only a record of unknown secrecy names', () => {
    const known = { parties: [aParty(CPF, 'ACTIVE')] };
    const unknown = { source: 'other', secrecy: null, classCode: 1116, parties: [aParty(CPF), aParty(CNPJ)] };
    assert.deepEqual(
      [rowOf(CPF, known, unknown)?.isCountable, rowOf(CPF, known, unknown)?.side],
      [true, 'ACTIVE'],
    );
    assert.equal(rowOf(CNPJ, known, unknown)?.isCountable, false);
    assert.equal(factsOf(known, unknown).classCode, 7);
  });

  it('by what a record of unknown secrecy knows', () => {
    assert.deepEqual(reasonsOf({}, { source: 'other', secrecy: null, classCode: 1401 }), ['JUVENILE']);
    const known = { number: LABOUR_NUMBER, classCode: null, parties: [aParty(CPF)] };
    const unknown = { number: LABOUR_NUMBER, source: 'other', secrecy: null, classCode: 986 };
    assert.equal(rowOf(CPF, known, unknown)?.isCountable, false);
  });

  it('when it is criminal or an investigation and closed', () => {
    for (const classCode of [283, 279, 307, 386, 1720, 417]) {
      assert.deepEqual(reasonsOf({ classCode }), [], String(classCode));
      assert.deepEqual(
        reasonsOf({ classCode, movements: moves(22) }),
        ['CRIMINAL_CLOSED'],
        String(classCode),
      );
    }
    assert.deepEqual(reasonsOf({ classCode: 7, movements: moves(22) }), []);
  });

  it('when 973 (subtree), 11876, 11877 or 10961 of a criminal case is followed by 848', () => {
    for (const code of [973, 1050, 11876, 11877, 10961]) {
      const facts = factsOf({ classCode: 283, movements: moves(code, 848) });
      assert.deepEqual(
        [named(HIDDEN, facts.hidden), facts.isActive],
        [['CRIMINAL_CLOSED'], false],
        String(code),
      );
      assert.deepEqual(reasonsOf({ classCode: 283, movements: moves(code) }), [], String(code));
      assert.deepEqual(reasonsOf({ classCode: 283, movements: moves(848, code) }), [], String(code));
    }
  });

  it('when 1063 of a criminal case is not followed by a reopening', () => {
    assert.deepEqual(reasonsOf({ classCode: 279, movements: moves(1063) }), ['CRIMINAL_CLOSED']);
    assert.deepEqual(reasonsOf({ classCode: 279, movements: moves(1063, 849) }), []);
    assert.deepEqual(reasonsOf({ classCode: 279, movements: moves(1063, 14739) }), []);
    assert.deepEqual(reasonsOf({ classCode: 279, movements: moves(849, 1063) }), ['CRIMINAL_CLOSED']);
  });

  it('from a document that is only victim or witness, under a mask too', () => {
    for (const document of [CPF, CNPJ, MASKED]) {
      for (const role of ['VICTIM', 'WITNESS'] as const) {
        const row = rowOf(document, { parties: [aParty(document, 'ACTIVE', role)] });
        assert.deepEqual(named(HIDDEN, row?.hidden ?? 0), ['VICTIM_OR_WITNESS']);
      }
    }
  });

  it('from a CPF in a labour case that is not passive, and from every mask', () => {
    const counts = (
      document: string,
      side: 'ACTIVE' | 'PASSIVE' | 'THIRD',
      parts: Partial<CaseRecord> = {},
    ): unknown =>
      rowOf(document, { number: LABOUR_NUMBER, classCode: 985, ...parts, parties: [aParty(document, side)] })
        ?.isCountable;
    assert.equal(counts(CPF, 'PASSIVE'), true);
    assert.equal(counts(CPF, 'ACTIVE'), false);
    assert.equal(counts(CPF, 'THIRD'), false);
    assert.equal(counts(MASKED, 'PASSIVE'), false);
    assert.equal(counts(CNPJ, 'ACTIVE'), true);
    // On appeal the winner is passive: that is often the worker.
    assert.equal(counts(CPF, 'PASSIVE', { degree: 'G2', classCode: 1009 }), false);
  });

  it('from a CPF in the labour classes that the employer files: 986, and 32 in segment 5', () => {
    const parties = [aParty(CPF)];
    assert.equal(rowOf(CPF, { number: LABOUR_NUMBER, classCode: 986, parties })?.isCountable, false);
    assert.equal(rowOf(CPF, { number: LABOUR_NUMBER, classCode: 32, parties })?.isCountable, false);
    assert.equal(rowOf(CPF, { classCode: 32, parties })?.isCountable, true);
  });
});
