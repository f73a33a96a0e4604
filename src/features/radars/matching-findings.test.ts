import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDebt, describePartner, describeProtest, describeSituation } from './matching-findings.ts';
import { SEVERITY } from './matching-news.ts';

const GIVEN = { source: 'a-source', day: '2026-11-15' };
const ROOT = '11222333';
const DEBT = {
  root: ROOT,
  register: 'general',
  inscription: '80 1',
  isNew: true,
  state: 'COLLECTING',
  situation: null,
  federalState: 'SP',
  registeredOn: '2020-01-01',
  isFiledInCourt: null,
  value: null,
} as const;
const PROTEST = {
  root: ROOT,
  source: 'infosimples',
  key: `${ROOT}000181-1`,
  office: null,
  city: null,
  state: 'SP',
  protestedOn: null,
  dueOn: null,
  value: null,
  kind: null,
};
const PARTNER = {
  root: ROOT,
  isIn: true,
  kind: 'PERSON',
  document: '***982247**',
  nameKey: 'MARIA MODELO',
  qualification: '49',
  since: null,
} as const;

describe('what is told of findings', () => {
  it('is as severe as what analysis counts', () => {
    assert.equal(describeDebt(DEBT, GIVEN).severity, SEVERITY.high);
    assert.equal(describeDebt({ ...DEBT, state: 'NEGOTIATING' }, GIVEN).severity, SEVERITY.medium);
    assert.equal(describeDebt({ ...DEBT, isNew: false }, GIVEN).severity, SEVERITY.low);
    assert.equal(describeProtest(PROTEST, GIVEN).severity, SEVERITY.high);
    assert.equal(describePartner(PARTNER, GIVEN).severity, SEVERITY.medium);
    const severityOf = (isHead: boolean, to: 'ACTIVE' | 'CLOSED') =>
      describeSituation(
        {
          root: ROOT,
          count: 1,
          establishments: [{ branch: '0001', isHead, from: 'UNFIT', to, on: null }],
        },
        GIVEN,
      ).severity;
    assert.deepEqual(
      [severityOf(true, 'CLOSED'), severityOf(false, 'CLOSED'), severityOf(true, 'ACTIVE')],
      [SEVERITY.high, SEVERITY.medium, SEVERITY.low],
    );
  });

  it('says since when: the day of the fact, or the day on which we were given it', () => {
    assert.equal(describeDebt(DEBT, GIVEN).data['since'], '2020-01-01');
    assert.equal(describeDebt({ ...DEBT, isNew: false }, GIVEN).data['since'], '2026-11-15');
    assert.equal(describePartner({ ...PARTNER, isIn: false }, GIVEN).data['since'], '2026-11-15');
  });

  it('names nobody: no document, no name, and findings that do not give them away', () => {
    const news = [
      describeProtest(PROTEST, GIVEN),
      describePartner(PARTNER, GIVEN),
      describeSituation({ root: ROOT, count: 0, establishments: [] }, GIVEN),
    ];
    for (const { type, finding, data } of news) {
      const text = JSON.stringify([finding, data]);
      assert.doesNotMatch(text, /11222333|982247|MARIA/, type);
    }
  });

  it('has one finding for a partner who comes and goes, and another for anybody else', () => {
    const findingOf = (change: Partial<typeof PARTNER> | { isIn: boolean; nameKey?: string }) =>
      describePartner({ ...PARTNER, ...change }, GIVEN).finding;
    assert.equal(findingOf({ isIn: false }), findingOf({ isIn: true }));
    assert.notEqual(findingOf({ isIn: true, nameKey: 'OUTRA' }), findingOf({ isIn: true }));
  });
});
