import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import * as registry from '../../../test/support/registry-rows.ts';
import type { ActivityWire, HistoryWire } from './registry-schemas.ts';
import type { DebtorWire, QsaWire, RelationshipWire } from './schemas.ts';

const ROOT = '11222333';
const CNPJ = `${ROOT}000181`;
const OWNER_ROOT = '44555666';
const CPF = '90073055140';
const [ANA, ANA_MASK] = ['ANA INVENTADA', '***730551**'];
const NAMELESS_CPF = '11144477735';
const PLACE = '/v1/holder/1/organization/1';

/** The company is Ana's and another company's; Ana has a second one, which has a partner of its own. */
async function addRegistry({ database }: AnalysisApi): Promise<void> {
  await registry.addImported(database, 'cases', 'receita', 'pgfn');
  await registry.addCompany(database, { root: ROOT, name: 'EMPRESA INVENTADA LTDA' });
  await registry.addCompany(database, { root: '77888999', name: 'SEGUNDA LTDA', situation: '08' });
  await registry.addPartner(database, { root: ROOT, name: ANA, document: ANA_MASK });
  await registry.addPartner(database, { root: ROOT, name: 'CONTROLADORA', document: `${OWNER_ROOT}000181` });
  await registry.addPartner(database, { root: '77888999', name: ANA, document: ANA_MASK });
  await registry.addPartner(database, { root: '77888999', name: 'TIO INVENTADO', document: '***111222**' });
  await registry.addCase(database, { number: registry.caseNumber(1), document: CPF, name: ANA });
  for (let index = 0; index < 7; index += 1) {
    const kind = index === 0 ? 'Garantia' : 'Em cobrança';
    await registry.addDebt(database, { root: ROOT, document: CNPJ, inscription: String(index), kind });
  }
  await database.admin(
    `insert into registry.simples_options (root, is_simples, simples_from, is_mei) values ($1, true, '2012-01-01', false)`,
    [ROOT],
  );
}

describe('what stands behind an analysis', () => {
  let test: AnalysisApi;
  let [demo, other] = ['', ''];
  let ids: AnalysisIds = { analysisId: 0, uniqueId: 0 };
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
    noteCanary(CNPJ, CPF, ANA, NAMELESS_CPF, 'TIO INVENTADO');
    await addRegistry(test);
    await test.startWorker();
    ids = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, ids)).register.status, 'DONE');
  });
  after(() => test.close());

  const ask = (path: string, token = demo, place = PLACE): ReturnType<AnalysisApi['inject']> =>
    test.inject({
      url: `${place}/consumeunique/${ids.uniqueId}/analytics/${ids.analysisId}/${path}`,
      headers: bearer(token),
    });
  const relate = (document: string, token = demo, organizationId = 1): ReturnType<AnalysisApi['inject']> =>
    test.inject({
      method: 'POST',
      url: `/v1/organizations/${organizationId}/qsa/${document}`,
      headers: bearer(token),
    });

  it('has in `result` the partners of each level, without those that lead back', async () => {
    const level = async (name: string): Promise<string[]> => {
      const { result, total, statusQSA, isWhole } = (await ask(`qsa?level=${name}`)).json<QsaWire>();
      assert.deepEqual([total, statusQSA, isWhole], [result.length, 'DONE', true]);
      return result.map((tie) => `${tie.relation} ${tie.name} of ${tie.via}`).toSorted();
    };
    assert.deepEqual(await level('1st-LEVEL'), [
      `PARTNER ANA INVENTADA of ${ROOT}`,
      `PARTNER CONTROLADORA of ${ROOT}`,
    ]);
    assert.deepEqual(await level('2nd-LEVEL'), [`COMPANY SEGUNDA LTDA of ${ANA_MASK}`]);
    assert.deepEqual(await level('3rd-LEVEL'), ['PARTNER TIO INVENTADO of 77888999']);
    assert.equal((await ask('qsa')).json<QsaWire>().level, '1st-LEVEL');
    assertErrorAnswer(await ask('qsa?level=4th-LEVEL'), 400);
  });

  it('has in `register` the debts, page by page, under the id that the consult tells', async () => {
    const { register } = await test.consult(demo, ids);
    const summaryId = String(register['userPlanConsumeGovernmentDebtorSummaryId']);
    const page = async (query: string): Promise<DebtorWire['register']> =>
      (await ask(`debtor/${summaryId}/detail${query}`)).json<DebtorWire>().register;
    const whole = await page('?size=100');
    assert.deepEqual([whole.total, whole.totalValue, whole.isWhole], [7, '3500.00', true]);
    assert.deepEqual([whole.totalInCollection, whole.valueInCollection], [6, '3000.00']);
    assert.deepEqual([whole.items[0]?.state, whole.items[1]?.state], ['GUARANTEED', 'COLLECTING']);
    assert.equal(whole.sources[0]?.source, 'pgfn');
    const seen = [
      ...(await page('?size=3')).items,
      ...(await page('?page=2&size=3')).items,
      ...(await page('?page=3&size=3')).items,
    ];
    assert.deepEqual(seen, whole.items);
    assert.deepEqual((await page('?page=9')).items, []);
    assertErrorAnswer(await ask('debtor/999/detail'), 404);
    assertErrorAnswer(await ask(`debtor/${summaryId}/detail?page=0`), 400);
    assertErrorAnswer(await ask(`debtor/${summaryId}/detail?size=501`), 400);
  });

  it('has in `register` what the tax registry dates, newest first, and how analyses saw it', async () => {
    const { register } = (await ask('history-rfb/detail?page=1')).json<HistoryWire>();
    assert.deepEqual(
      register.items.map(({ on, kind, what }) => [on, kind, what]),
      [
        ['2020-01-31', 'SITUATION', 'ACTIVE'],
        ['2019-10-15', 'PARTNER_IN', ANA],
        ['2019-10-15', 'PARTNER_IN', 'CONTROLADORA'],
        ['2012-01-01', 'SIMPLES_IN', ''],
        ['2010-05-06', 'OPENED', ''],
      ],
    );
    assert.deepEqual([register.total, register.sources[0]?.outcome], [5, 'FOUND']);
    assert.deepEqual(
      register.observed.map(({ userPlanConsumeAnalyticsId, rfBaseStatus, capital }) => [
        userPlanConsumeAnalyticsId,
        rfBaseStatus,
        capital,
      ]),
      [[ids.analysisId, 'ATIVA', '1000.00']],
    );
    const second = (await ask('history-rfb/detail?page=2&size=4')).json<HistoryWire>().register;
    assert.deepEqual(
      second.items.map(({ kind }) => kind),
      ['OPENED'],
    );
  });

  it('has in `register` the estimated turnover and what it comes from', async () => {
    const { register } = (await ask('activity-indicator/detail')).json<ActivityWire>();
    const { sources, faturamentoEstimado, ...rest } = register;
    assert.ok(faturamentoEstimado > 0);
    assert.equal(sources[0]?.source, 'receita');
    assert.deepEqual(rest, {
      documentNumber: CNPJ,
      documentInfo: 'EMPRESA INVENTADA LTDA',
      rfBaseStatus: 'ATIVA',
      size: 'MICRO',
      capital: '1000.00',
      legalNature: { code: '2062', name: '' },
      mainActivity: { code: '4711302', name: '' },
      isSimples: true,
      isMei: false,
      startedOn: '2010-05-06',
      establishments: 1,
    });
  });

  it('has in `register` the relationships of any document, found without an analysis and charged nothing', async () => {
    const company = (await relate(CNPJ)).json<RelationshipWire>().register;
    assert.deepEqual(
      [company.documentInfo, company.total, company.partners.map(({ name }) => name), company.companies],
      ['EMPRESA INVENTADA LTDA', 2, [ANA, 'CONTROLADORA'], []],
    );
    const person = (await relate('900.730.551-40')).json<RelationshipWire>().register;
    assert.deepEqual([person.documentInfo, person.documentNumber], [ANA, CPF]);
    assert.deepEqual(
      person.companies.map(({ name, situation }) => [name, situation]),
      [
        ['EMPRESA INVENTADA LTDA', 'ACTIVE'],
        ['SEGUNDA LTDA', 'CLOSED'],
      ],
    );
    const nameless = (await relate(NAMELESS_CPF)).json<RelationshipWire>().register;
    assert.deepEqual([nameless.total, nameless.sources[0]?.outcome], [0, 'NOT_CHECKED']);
    const [charged] = await test.rows<{ count: number }>(
      `select count(*)::int as count from farol.ledger_entries where kind = 'charge'`,
    );
    assert.equal(charged?.count, 1);
    assertErrorAnswer(await relate('11144477736'), 400);
    const headers = { ...bearer(demo), 'content-type': 'application/json' };
    const url = `/v1/organizations/1/qsa/${CNPJ}`;
    assert.equal((await test.inject({ method: 'POST', url, headers })).statusCode, 200);
    assert.equal((await test.inject({ method: 'POST', url, headers, payload: {} })).statusCode, 200);
  });

  it('is empty for people where there is no registry of them', async () => {
    const person = await test.create(demo, CPF);
    await test.finish(demo, person);
    const url = `${PLACE}/consumeunique/${person.uniqueId}/analytics/${person.analysisId}`;
    const history = await test.inject({ url: `${url}/history-rfb/detail`, headers: bearer(demo) });
    assert.deepEqual(history.json<HistoryWire>().register.items, []);
    const activity = await test.inject({ url: `${url}/activity-indicator/detail`, headers: bearer(demo) });
    assert.deepEqual(activity.json<ActivityWire>().register.rfBaseStatus, 'NOT_FOUND');
    const qsa = (await test.inject({ url: `${url}/qsa`, headers: bearer(demo) })).json<QsaWire>();
    assert.deepEqual(
      qsa.result.map(({ relation, name, via }) => [relation, name, via]),
      [
        ['COMPANY', 'EMPRESA INVENTADA LTDA', ANA_MASK],
        ['COMPANY', 'SEGUNDA LTDA', ANA_MASK],
      ],
    );
  });

  it("shows nobody another tenant's, and puts every look on record", async () => {
    const paths = [
      'qsa',
      `debtor/${ids.analysisId}/detail`,
      'history-rfb/detail',
      'activity-indicator/detail',
    ];
    for (const path of paths) {
      assertErrorAnswer(await ask(path, other), 403);
      assertErrorAnswer(await ask(path, other, '/v1/holder/2/organization/3'), 404);
    }
    assertErrorAnswer(await relate(CNPJ, other), 403);
    const rows = await test.rows<{ action: string; hashed: boolean }>(
      `select distinct action, document_hash is not null as hashed from farol.audit_records
       where action like 'relationships%' or action like 'analysis.%.none' or action in
         ('analysis.partners', 'analysis.debts', 'analysis.history', 'analysis.activity') order by action`,
    );
    assert.deepEqual(
      rows.map(({ action, hashed }) => `${action} ${hashed}`),
      [
        'analysis.activity true',
        'analysis.activity.none false',
        'analysis.debts true',
        'analysis.debts.none false',
        'analysis.history true',
        'analysis.history.none false',
        'analysis.partners true',
        'analysis.partners.none false',
        'relationships.read true',
      ],
    );
  });
});
