import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDisagreements } from './disagreements.ts';
import type { FetchedRecord } from './disagreements.ts';
import { aParty, aRecord, CPF, moves, onDay } from './fixtures/records.ts';
import type { CaseRecord } from './ports.ts';

const FETCHED = onDay(400);

const record = (source: string, parts: Partial<CaseRecord> = {}): FetchedRecord => ({
  ...aRecord({ source, updatedAt: onDay(source === 'judit' ? 300 : 299), ...parts }),
  fetchedAt: FETCHED,
});
const judit = (parts: Partial<CaseRecord> = {}): FetchedRecord => record('judit', parts);
const escavador = (parts: Partial<CaseRecord> = {}): FetchedRecord =>
  record('escavador', { classCode: null, className: 'Procedimento Comum Cível', ...parts });

const fieldsOf = (...records: FetchedRecord[]): string[] =>
  findDisagreements(records, { sideOf: [CPF] }).map(({ field }) => field);
const valuesOf = (field: string, ...records: FetchedRecord[]) =>
  findDisagreements(records, { sideOf: [CPF] }).find((each) => each.field === field)?.values;

describe('what sources of a case say differently', () => {
  it('is nothing where they agree, where one is silent, and where one alone tells', () => {
    assert.deepEqual(fieldsOf(judit({ value: '10.00' }), escavador({ value: '10.00' })), []);
    assert.deepEqual(fieldsOf(judit({ value: '10.00' }), escavador()), []);
    assert.deepEqual(fieldsOf(judit({ value: '10.00' }), judit({ recordKey: 'b', value: '20.00' })), []);
    assert.deepEqual(fieldsOf(), []);
  });

  it('is told with whose word it is and when they last looked', () => {
    assert.deepEqual(valuesOf('value', judit({ value: '10.00' }), escavador({ value: '12.50' })), [
      { source: 'judit', value: '10.00', at: onDay(300).toISOString() },
      { source: 'escavador', value: '12.50', at: onDay(299).toISOString() },
    ]);
    const undated = escavador({ value: '12.50', updatedAt: null });
    assert.equal(valuesOf('value', judit({ value: '10.00' }), undated)?.[0]?.at, FETCHED.toISOString());
  });

  it('compares classes by what their names stand for, and never guesses one', () => {
    assert.deepEqual(fieldsOf(judit({ classCode: 7 }), escavador()), []);
    assert.deepEqual(
      valuesOf('class', judit({ classCode: 436 }), escavador())?.map(({ value }) => value),
      ['436', '7'],
    );
    assert.deepEqual(
      fieldsOf(judit({ classCode: 436 }), escavador({ className: 'Procedimento Extinto' })),
      [],
    );
    const further = judit({ recordKey: '436', classCode: 436 });
    assert.deepEqual(fieldsOf(judit({ classCode: 7 }), further, escavador()), [], 'one of several is enough');
  });

  it('compares calendar days, and only within one degree', () => {
    const morning = new Date('2024-03-05T03:00:00Z');
    const evening = new Date('2024-03-06T02:00:00Z');
    assert.deepEqual(fieldsOf(judit({ filedAt: morning }), escavador({ filedAt: evening })), []);
    const next = escavador({ filedAt: new Date('2024-03-06T03:00:00Z') });
    assert.deepEqual(fieldsOf(judit({ filedAt: morning }), next), ['filedOn']);
    assert.deepEqual(fieldsOf(judit({ filedAt: morning }), { ...next, degree: 'G2' }), []);
    assert.deepEqual(fieldsOf(judit({ filedAt: morning, degree: 'JE' }), next), ['filedOn'], 'JE is G1');
  });

  it('compares the side of the document alone, without homonyms, unknown roles, victims and witnesses', () => {
    const asPassive = judit({ parties: [aParty(CPF, 'PASSIVE')] });
    const side = (...parties: CaseRecord['parties']): string[] => fieldsOf(asPassive, escavador({ parties }));
    assert.deepEqual(side(aParty(CPF, 'ACTIVE')), ['side']);
    assert.deepEqual(side(aParty(CPF, 'ACTIVE'), aParty(CPF, 'PASSIVE')), []);
    assert.deepEqual(side(aParty('11144477735', 'ACTIVE')), []);
    assert.deepEqual(side(aParty(CPF, 'UNKNOWN')), []);
    assert.deepEqual(side(aParty(CPF, 'ACTIVE', 'VICTIM')), []);
    assert.deepEqual(side({ ...aParty(CPF, 'ACTIVE'), isHomonym: true }), []);
    const hidden = findDisagreements([asPassive, escavador({ parties: [aParty(CPF, 'ACTIVE')] })], {
      sideOf: null,
    });
    assert.deepEqual(hidden, []);
  });

  it('marks a guess of the state as one, and tells it only against somebody else’s word', () => {
    const guess = escavador({ rest: { predictedState: 'INACTIVE' } });
    assert.deepEqual(fieldsOf(judit(), guess), [], 'nobody has said anything else');
    assert.deepEqual(valuesOf('life', judit({ courtState: 'ACTIVE' }), guess), [
      { source: 'judit', value: 'ACTIVE', at: onDay(300).toISOString() },
      { source: 'escavador', value: 'INACTIVE', at: onDay(299).toISOString(), isPredicted: true },
    ]);
    const moving = judit({ source: 'datajud', movements: moves(26, 85) });
    assert.equal(valuesOf('life', moving, guess)?.length, 2, 'movements are a word too');
    const certain = escavador({ courtState: 'CLOSED', rest: { predictedState: 'ACTIVE' } });
    const [, word] = valuesOf('life', judit({ courtState: 'ACTIVE' }), certain) ?? [];
    assert.deepEqual(
      [word?.value, word?.isPredicted],
      ['INACTIVE', undefined],
      'the court’s word goes first',
    );
    assert.deepEqual(fieldsOf({ ...guess, source: 'other', rest: { predictedState: 'ACTIVE' } }, guess), []);
  });

  it('leaves out what records say that may not be told', () => {
    const told = judit({ value: '10.00' });
    assert.deepEqual(fieldsOf(told, escavador({ value: '12.00', secrecy: null })), []);
    assert.deepEqual(fieldsOf(told, record('datajud', { value: '12.00', secrecy: null })), ['value']);
  });
});
