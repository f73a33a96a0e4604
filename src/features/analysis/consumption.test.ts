import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';

const CPF = '11144477735';
const CNPJ = '11222333000181';
const UNUSED = '90020030134';
const NAME = 'SICRANO INVENTADO DOS TESTES';

const RECORD_FIELDS = [
  'accessPauseMonitor',
  'documentInfo',
  'documentType',
  'documentNumber',
  'consume',
  'typePlan',
  'userPlanConsumeUniqueId',
  'createdAt',
  'deletedAt',
  'planChangedAt',
  'dtAvailablePause',
  'updatedAt',
  'typeSearch',
];

describe('what an organization has used', () => {
  let test: AnalysisApi;
  let demo: string;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CPF, UNUSED, NAME);
    await addImported(test.database, 'cases', 'receita');
    await addCase(test.database, { number: caseNumber(1), document: CPF, name: NAME });
    await addCase(test.database, { number: caseNumber(2), document: CNPJ });
    await test.database.admin(
      `insert into registry.companies (root, name) values ('11222333', 'PADARIA INVENTADA LTDA')`,
    );
    await test.database.admin(
      `insert into registry.establishments (document, is_head, situation) values ('${CNPJ}', true, '08')`,
    );
  });
  after(() => test.close());

  const activities = (query = '') =>
    test.inject({ url: `/v1/holder/1/organization/1/activities${query}`, headers: bearer(demo) });
  const processes = (documentNumber: string, documentType = documentNumber.length === 11 ? 'CPF' : 'CNPJ') =>
    test.inject({
      method: 'POST',
      url: '/v1/holder/1/organization/1/partner/process',
      headers: bearer(demo),
      payload: { documentType, documentNumber },
    });

  it('is nothing at first: an empty list, and a record of nothing for a document', async () => {
    assert.deepEqual((await activities()).json(), {
      sucess: true,
      reason: '',
      total: 0,
      from: 0,
      to: 0,
      limit: 50,
      result: [],
    });
    const answer = (await processes('111.444.777-35', 'CPF')).json();
    assert.deepEqual([answer.success, answer.reason, answer.total, answer.result.length], [true, '', 1, 1]);
    const [record] = answer.result;
    assert.deepEqual(Object.keys(record).toSorted(), [...RECORD_FIELDS, 'dayPauseMonitor'].toSorted());
    assert.deepEqual(
      [record.userPlanConsumeUniqueId, record.documentInfo, record.consume, record.createdAt],
      [0, NAME, 0, null],
    );
    const [lines] = await test.rows<{ count: number }>(
      `select count(*)::int as count from farol.ledger_entries where kind = 'charge'`,
    );
    assert.equal(lines?.count, 0);
  });

  it('is one record for each document, newest first, with its analyses nested', async () => {
    const first = await test.create(demo, CPF);
    const again = await test.create(demo, CPF);
    const company = await test.create(demo, CNPJ);
    const list = (await activities()).json();
    assert.deepEqual([list.total, list.from, list.to, list.limit], [2, 0, 2, 50]);
    const [newest, oldest] = list.result;
    assert.deepEqual(
      Object.keys(newest).toSorted(),
      [
        ...RECORD_FIELDS,
        'createdAtDate',
        'daypausemonitor',
        'latestTotalAnalyzed',
        'latestTotalRisk',
        'rfBaseStatus',
        'userPlanConsumeAnalytics',
      ].toSorted(),
    );
    assert.deepEqual(
      [newest.userPlanConsumeUniqueId, newest.documentNumber, newest.rfBaseStatus, newest.documentInfo],
      [company.uniqueId, CNPJ, 'BAIXADA', 'PADARIA INVENTADA LTDA'],
    );
    assert.deepEqual(
      [oldest.consume, oldest.typeSearch, oldest.rfBaseStatus, oldest.documentInfo, oldest.typePlan],
      [2, 'ANALYTICS', 'NOT_FOUND', NAME, 'COMPLETE'],
    );
    assert.equal(oldest.createdAtDate, Date.parse(oldest.createdAt));
    assert.deepEqual(
      oldest.userPlanConsumeAnalytics.map((each: Record<string, unknown>) => [
        each['userPlanConsumeAnalyticsId'],
        each['lastUserPlanConsumeAnalytics'],
        each['hasMindMap'],
        each['hasCertification'],
      ]),
      [
        [again.analysisId, again.analysisId, true, false],
        [first.analysisId, again.analysisId, true, false],
      ],
    );
    const answer = (await processes(CPF)).json();
    assert.deepEqual(
      [
        answer.total,
        answer.result.length,
        answer.result[0].userPlanConsumeUniqueId,
        answer.result[0].consume,
      ],
      [1, 1, first.uniqueId, 2],
    );
  });

  it('is paged and filtered, and refuses limits that there are not', async () => {
    const page = (await activities('?from=1&limit=1')).json();
    assert.deepEqual([page.total, page.from, page.to, page.limit, page.result.length], [2, 1, 2, 1, 1]);
    assert.deepEqual((await activities('?from=7')).json().result, []);
    const filtered = (await activities(`?documentNumber=${encodeURIComponent('11.222.333/0001-81')}`)).json();
    assert.deepEqual([filtered.total, filtered.result[0].documentNumber], [1, CNPJ]);
    assert.equal((await activities(`?documentNumber=${UNUSED}`)).json().total, 0);
    for (const query of [
      '?limit=0',
      '?limit=501',
      '?limit=x',
      '?from=-1',
      '?documentNumber=1',
      '?limit=1&limit=2',
    ]) {
      assertErrorAnswer(await activities(query), 400);
    }
  });

  it('tells when a charge first went to another plan', async () => {
    await test.database.admin(
      `insert into farol.subscriptions (organization_id, plan_id, granted) values (1, 2, 5)`,
    );
    const earlier = (await processes(CPF)).json().result[0];
    assert.equal(earlier.planChangedAt, null);
    // The new plan is known once its notification has come.
    await eventually(async () => (await test.request(demo, CPF, { planId: 2 })).statusCode === 200, 5000);
    const [record] = (await processes(CPF)).json().result;
    assert.deepEqual([record.typePlan, record.consume], ['ANALYTICS', 3]);
    const changedAt = record.planChangedAt;
    assert.ok(changedAt > earlier.createdAt);
    await test.create(demo, CPF, { planId: 1 });
    assert.equal((await processes(CPF)).json().result[0].planChangedAt, changedAt);
  });

  it('needs a feature to count processes, and puts every look on record', async () => {
    await test.database.admin(`update farol.plans set features = '{CNH}' where id = 2`);
    const basic = (await logIn(test, 'basic')).token;
    const refused = await test.inject({
      method: 'POST',
      url: '/v1/holder/1/organization/2/partner/process',
      headers: bearer(basic),
      payload: { documentType: 'CPF', documentNumber: CPF },
    });
    assertErrorAnswer(refused, 403);
    assert.equal(refused.json().error, 'PlanNotAllowedException');
    const [row] = await test.rows<{ counts: number; lists: number }>(
      `select count(*) filter (where action = 'processes.count' and document_hash is not null)::int as counts,
         count(*) filter (where action = 'activities.list')::int as lists from farol.audit_records`,
    );
    assert.ok((row?.counts ?? 0) >= 5 && (row?.lists ?? 0) >= 5);
  });
});
