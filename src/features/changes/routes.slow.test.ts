import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import * as registry from '../../../test/support/registry-rows.ts';
import type { ChangesWire } from './schemas.ts';

const ROOT = '11222333';
const CNPJ = `${ROOT}000181`;
const OTHER_CNPJ = '44555666000181';
const CPF = '90073055140';
const { caseNumber } = registry;

async function addFirstState({ database }: AnalysisApi): Promise<void> {
  await registry.addImported(database, 'cases', 'receita', 'pgfn', 'protests');
  await registry.addCompany(database, { root: ROOT, name: 'EMPRESA INVENTADA LTDA' });
  await registry.addPartner(database, { root: ROOT, name: 'ANA INVENTADA', document: '***730551**' });
  await registry.addPartner(database, { root: ROOT, name: 'BIA INVENTADA', document: '***444777**' });
  for (const index of [1, 2, 3, 4, 5]) {
    const isActive = index !== 5;
    await registry.addCase(database, { number: caseNumber(index), document: CNPJ, isActive });
  }
  await registry.addDebt(database, { root: ROOT, document: CNPJ, inscription: 'stays' });
  await registry.addDebt(database, { root: ROOT, document: CNPJ, inscription: 'goes', value: '900.00' });
  await registry.addProtest(database, { root: ROOT, document: CNPJ, key: 'goes', value: '11.50' });
}

/** 1 closes, 2 is hidden, 3 is worth more, 4 changes its side, 5 is reopened, 6 is new. */
async function addSecondState({ database }: AnalysisApi): Promise<void> {
  const change = (index: number, what: string): Promise<unknown> =>
    database.admin(`update registry.case_parties set ${what} where number = $1`, [caseNumber(index)]);
  await change(1, 'is_active = false');
  await change(2, 'is_countable = false');
  await change(3, 'value = 1700');
  await change(4, `side = 'ACTIVE', is_debtor_side = false`);
  await change(5, 'is_active = true');
  await registry.addCase(database, { number: caseNumber(6), document: CNPJ });
  await database.admin(`delete from registry.debts where inscription = 'goes'`);
  await database.admin(`update registry.debts set value = 510 where inscription = 'stays'`);
  await registry.addDebt(database, { root: ROOT, document: CNPJ, inscription: 'comes' });
  await database.admin(`update registry.protests set is_live = false`);
  await registry.addProtest(database, { root: ROOT, document: CNPJ, key: 'comes' });
  await database.admin(`delete from registry.partners where name like 'ANA%'`);
  await registry.addPartner(database, { root: ROOT, name: 'CIA INVENTADA', document: '***111222**' });
  await database.admin(`update registry.establishments set situation = '04'`);
}

describe('what changed between two analyses', () => {
  let test: AnalysisApi;
  let [demo, other] = ['', ''];
  let [first, second] = [
    { analysisId: 0, uniqueId: 0 },
    { analysisId: 0, uniqueId: 0 },
  ];
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
    noteCanary(CNPJ, CPF, 'ANA INVENTADA', 'CIA INVENTADA');
    await addFirstState(test);
    await test.startWorker();
    first = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, first)).register.status, 'DONE');
    await addSecondState(test);
    second = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, second)).register.status, 'DONE');
  });
  after(() => test.close());

  const ask = (
    token: string,
    { analysisId, uniqueId }: AnalysisIds,
    query: string,
    place = { organizationId: 1, holderId: 1 },
  ): ReturnType<AnalysisApi['inject']> =>
    test.inject({
      url: `/v1/holder/${place.holderId}/organization/${place.organizationId}/consumeunique/${uniqueId}/analytics/${analysisId}/changes${query}`,
      headers: bearer(token),
    });
  const changes = async (more = ''): Promise<ChangesWire> =>
    (await ask(demo, second, `?since=${first.analysisId}${more}`)).json<ChangesWire>();

  it('tells what became of each case, and not a word of the one that became hidden', async () => {
    const { cases } = await changes();
    assert.deepEqual(
      cases.result.map(({ processNumber, changes: told }) => [processNumber, told.join(' ')]),
      [
        [caseNumber(1), 'CLOSED RISK_ENDED'],
        [caseNumber(3), 'VALUE'],
        [caseNumber(4), 'SIDE RISK_ENDED'],
        [caseNumber(5), 'REOPENED RISK_BEGAN'],
        [caseNumber(6), 'APPEARED'],
      ],
    );
    const { result: _result, next, ...counts } = cases;
    assert.deepEqual(counts, {
      appeared: 1,
      closed: 1,
      reopened: 1,
      sideChanged: 1,
      valueChanged: 1,
      riskBegan: 1,
      riskEnded: 2,
    });
    assert.equal(next, '');
    assert.deepEqual(cases.result[1]?.before?.value, '1500.00');
    assert.deepEqual([cases.result[2]?.before?.side, cases.result[2]?.after.side], ['DEFENDANT', 'AUTHOR']);
    assert.ok(!JSON.stringify(await changes()).includes(caseNumber(2)));
  });

  it('lets a case that became hidden have no say in the verdict and its reasons', async () => {
    const told = await changes();
    const weight = (rule: string): unknown => {
      const reason = told.reasons.find((each) => each.rule === rule);
      return reason === undefined ? null : [reason.direction, reason.count, reason.value];
    };
    assert.equal(told.verdict, 'worse');
    assert.deepEqual(weight('registry-irregular'), ['worse', 0, '0.00']);
    assert.deepEqual(weight('case-with-risk-appeared'), ['worse', 1, '1500.00']);
    assert.deepEqual(weight('risk-began'), ['worse', 1, '1500.00']);
    assert.deepEqual(weight('risk-ended'), ['better', 2, '3000.00']);
    assert.deepEqual(weight('debt-in'), ['worse', 1, '500.00']);
    assert.deepEqual(weight('debt-out'), ['better', 1, '900.00']);
    assert.deepEqual(weight('protest-in'), ['worse', 1, '70.00']);
    assert.deepEqual(weight('protest-out'), ['better', 1, '11.50']);
  });

  it('has the metrics as both analyses show them', async () => {
    const { metrics } = await changes();
    const [old, present] = [await test.consult(demo, first), await test.consult(demo, second)];
    for (const { metric, before: was, after: now } of metrics) {
      assert.deepEqual([was, now], [old.register.summary[metric], present.register.summary[metric]], metric);
    }
    assert.equal(metrics.length, 20);
  });

  it('tells debts, protests, partners and the registry, but not which protests went', async () => {
    const told = await changes();
    const names = (items: readonly { inscription: string }[]): string[] =>
      items.map(({ inscription }) => inscription);
    assert.deepEqual([names(told.debts.in), names(told.debts.out)], [['comes'], ['goes']]);
    assert.deepEqual(
      told.debts.changed.map((debt) => [debt.before.value, debt.after.value]),
      [['500.00', '510.00']],
    );
    assert.deepEqual(
      told.protests.in.map(({ office }) => office),
      ['Cartório comes'],
    );
    assert.deepEqual(told.protests.out, { count: 1, value: '11.50' });
    assert.ok(!JSON.stringify(told).includes('Cartório goes'));
    assert.deepEqual(
      [told.partners.in.map(({ name }) => name), told.partners.out.map(({ name }) => name)],
      [['CIA INVENTADA'], ['ANA INVENTADA']],
    );
    assert.deepEqual(told.registry, {
      compared: 'COMPARED',
      before: 'ATIVA',
      after: 'INAPTA',
      changed: [{ field: 'status', before: 'ATIVA', after: 'INAPTA' }],
    });
  });

  it('comes in pages that follow each other', async () => {
    const seen: string[] = [];
    for (let from = ''; ;) {
      const { cases } = await changes(`&limit=2${from === '' ? '' : `&after=${from}`}`);
      assert.equal(cases.appeared, 1);
      seen.push(...cases.result.map(({ processNumber }) => processNumber));
      if (cases.next === '') break;
      from = cases.next;
    }
    assert.deepEqual(seen, [1, 3, 4, 5, 6].map(caseNumber));
  });

  it('refuses an analysis of another document, one that is not earlier, and one that is not done', async () => {
    assertErrorAnswer(await ask(demo, second, ''), 400);
    assertErrorAnswer(await ask(demo, second, `?since=${second.analysisId}`), 400);
    assertErrorAnswer(await ask(demo, first, `?since=${second.analysisId}`), 400);
    const stranger = await test.create(demo, OTHER_CNPJ);
    const third = await test.create(demo, CNPJ);
    await test.finish(demo, third);
    assertErrorAnswer(await ask(demo, third, `?since=${stranger.analysisId}`), 404);
    await test.database.admin(
      `update farol.analyses set status = 'PROCESSING', status_index = 'PROCESSING', frozen_run = null where id = $1`,
      [third.analysisId],
    );
    assertErrorAnswer(await ask(demo, third, `?since=${first.analysisId}`), 409);
  });

  it("shows nobody another tenant's changes, and puts every look on record", async () => {
    const query = `?since=${first.analysisId}`;
    assertErrorAnswer(await ask(other, second, query), 403);
    assertErrorAnswer(await ask(other, second, query, { organizationId: 3, holderId: 2 }), 404);
    const rows = await test.rows<{ action: string }>(
      `select distinct action from farol.audit_records where action like 'analysis.changes%' order by action`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['analysis.changes', 'analysis.changes.none'],
    );
  });
});
