import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, CreatedAnalysis } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { addCase, addImported, caseNumber } from '../../../test/support/registry-rows.ts';
import { SUMMARY_KEYS } from './summary.ts';

const CPF = '11144477735';
const NAME = 'FULANA DE TAL INVENTADA';
const OTHER_CPF = '90020030053';

describe('asking for an analysis', () => {
  let test: AnalysisApi;
  let demo: string;
  let other: string;
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
    noteCanary(CPF, NAME, OTHER_CPF);
  });
  after(() => test.close());

  const count = async (sql: string): Promise<number> =>
    (await test.rows<{ count: number }>(`select count(*)::int as count from ${sql}`))[0]?.count ?? -1;

  it('answers 503 and charges nothing while no source of court cases was ever read', async () => {
    const response = await test.request(demo, CPF);
    assertErrorAnswer(response, 503);
    assert.equal(response.json().error, 'SourceUnavailableException');
    assert.deepEqual(
      [await count(`farol.ledger_entries where kind = 'charge'`), await count('farol.analyses')],
      [0, 0],
    );
    const url = '/v1/holder/1/organization/1/partner/process';
    const payload = { documentType: 'CPF', documentNumber: CPF };
    assertErrorAnswer(await test.inject({ method: 'POST', url, headers: bearer(demo), payload }), 503);
  });

  it('answers what 2.4 says, with the unit charged, the access on record and the job enqueued', async () => {
    await addImported(test.database, 'cases');
    await addCase(test.database, { number: caseNumber(1), document: CPF, name: NAME });
    await addCase(test.database, { number: caseNumber(2), document: CPF, name: NAME, isCountable: false });
    const response = await test.request(demo, '111.444.777-35', { documentType: 'CPF' });
    assert.equal(response.statusCode, 200);
    const { result, status } = response.json<CreatedAnalysis>();
    assert.equal(status, 'INITIAL');
    const { createdAt, userPlanConsumeUniqueId: uniqueId, userPlanConsumeAnalyticsId: id, ...rest } = result;
    assert.deepEqual(rest, {
      documentInfo: NAME,
      documentNumber: CPF,
      statusIndex: 'INITIAL',
      statusProtest: 'INITIAL',
      statusReport: 'INITIAL',
      status: 'INITIAL',
      typePlan: 'COMPLETE',
      lastUserPlanConsumeAnalytics: id,
      totalProcessesEstimated: 1,
    });
    assert.ok(Number.isSafeInteger(uniqueId) && Number.isSafeInteger(id));
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const subject = `analysis ${id}`;
    assert.equal(await count(`farol.ledger_entries where subject = '${subject}' and kind = 'charge'`), 1);
    assert.equal(
      await count(`farol.audit_records where subject = '${subject}' and length(document_hash) = 32`),
      1,
    );
    assert.equal(
      await count(`pgboss.job where name = 'analysis.run' and (data ->> 'analysisId')::int = ${id}`),
      1,
    );
  });

  it('has one consumption id for a document for ever, and a new analysis and unit each time', async () => {
    const [one, two] = [await test.create(demo, OTHER_CPF), await test.create(demo, OTHER_CPF)];
    assert.equal(one.uniqueId, two.uniqueId);
    assert.ok(two.analysisId > one.analysisId);
    const abroad = await test.create(other, OTHER_CPF, { organizationId: 3, holderId: 2 });
    assert.notEqual(abroad.uniqueId, one.uniqueId);
    const { register } = await test.consult(demo, one);
    assert.equal(register['lastUserPlanConsumeAnalytics'], two.analysisId);
  });

  it('answers an unfinished analysis with its present states and zeros', async () => {
    const ids = await test.create(demo, CPF);
    const { success, reason, register } = await test.consult(demo, ids);
    assert.deepEqual([success, reason], [true, '']);
    const { summary, createdAt, ...rest } = register;
    assert.deepEqual(Object.keys(summary), [...SUMMARY_KEYS]);
    for (const line of Object.values(summary)) {
      assert.deepEqual(line, { vltotalProcess: '0.00', totalProcess: 0 });
    }
    assert.match(String(createdAt), /^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    assert.deepEqual(rest, {
      userPlanConsumeProtestSummaryId: '',
      userPlanConsumeGovernmentDebtorSummaryId: '',
      bucketName: 'farol',
      statusIndex: 'INITIAL',
      statusProtest: 'INITIAL',
      statusDebtor: 'INITIAL',
      statusQSA: 'INITIAL',
      statusReport: 'INITIAL',
      status: 'INITIAL',
      typePlan: 'COMPLETE',
      filenameFull: '',
      lastUserPlanConsumeAnalytics: ids.analysisId,
      urlTempFull: '',
      urlTemp: '',
      userPlanConsumeUniqueId: ids.uniqueId,
      userPlanConsumeAnalyticsId: ids.analysisId,
      folder: '',
      importantTerms: [],
    });
    const list = (await test.cases(demo, ids)).json();
    assert.deepEqual([list.total, list.result, list.next, list.statusIndex], [0, [], '', 'INITIAL']);
  });

  it('refuses what is wrong before it looks at the organization', async () => {
    const stored = await count('farol.analyses');
    for (const [document, documentType] of [
      ['11144477736', 'CPF'],
      ['11111111111', 'CPF'],
      [CPF, 'CNPJ'],
      [CPF, 'cpf'],
      ['11222333000181', 'CPF'],
      ['', 'CPF'],
    ] as const) {
      assertErrorAnswer(await test.request(demo, document, { documentType }), 400);
      assertErrorAnswer(await test.request(demo, document, { documentType, organizationId: 3 }), 400);
    }
    const headers = bearer(demo);
    const whole = { holderId: 1, organizationId: 1, planId: 1, documentType: 'CPF', documentNumber: CPF };
    for (const key of Object.keys(whole)) {
      const payload = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
      assertErrorAnswer(await test.inject({ method: 'POST', url: '/v2/analytics', headers, payload }), 400);
    }
    for (const id of ['0', 'x', '1.5', '-1', '9007199254740993']) {
      const url = `/v2/analytics/${id}`;
      const payload = { holderId: 1, organizationId: 1, userPlanConsumeUniqueId: 1 };
      assertErrorAnswer(await test.inject({ method: 'POST', url, headers, payload }), 400);
    }
    assert.equal(await count('farol.analyses'), stored);
  });

  it("shows nobody another tenant's analysis, in whatever way it is asked for", async () => {
    const ids = await test.create(demo, CPF);
    const theirs = { organizationId: 3, holderId: 2 };
    assertErrorAnswer(await test.ask(other, ids), 403);
    assertErrorAnswer(await test.ask(other, ids, theirs), 404);
    assertErrorAnswer(await test.cases(other, ids), 403);
    assertErrorAnswer(await test.cases(other, ids, '', theirs), 404);
    assertErrorAnswer(await test.request(other, CPF), 403);
    // The organization must be the holder's own.
    assertErrorAnswer(await test.ask(demo, ids, { organizationId: 1, holderId: 2 }), 403);
    assertErrorAnswer(await test.request(demo, CPF, { holderId: 2 }), 403);
    const mine = await test.create(other, CPF, theirs);
    assertErrorAnswer(await test.ask(demo, { ...ids, uniqueId: mine.uniqueId }), 404);
    assertErrorAnswer(await test.ask(demo, { ...ids, analysisId: mine.analysisId }), 404);
    const { uniqueId: another } = await test.create(demo, OTHER_CPF);
    assertErrorAnswer(await test.ask(demo, { ...ids, uniqueId: another }), 404);
    assertErrorAnswer(await test.cases(demo, { ...ids, uniqueId: another }), 404);
    const theirActivities = await test.inject({
      url: '/v1/holder/2/organization/3/activities',
      headers: bearer(other),
    });
    const { result } = theirActivities.json();
    assert.ok(
      result.every(
        (item: { userPlanConsumeUniqueId: number }) => item.userPlanConsumeUniqueId !== ids.uniqueId,
      ),
    );
    assertErrorAnswer(
      await test.inject({ url: '/v1/holder/1/organization/1/activities', headers: bearer(other) }),
      403,
    );
  });

  it('needs a plan of the organization with the feature, and the role of an analyst', async () => {
    const refused = await test.request(demo, CPF, { planId: 2 });
    assertErrorAnswer(refused, 403);
    assert.equal(refused.json().error, 'PlanNotAllowedException');
    const created = await test.inject({
      method: 'POST',
      url: '/v1/organization/1/tokens',
      headers: bearer(demo),
      payload: { name: 'looker', role: 'viewer' },
    });
    const viewer = created.json<{ token: string }>().token;
    assert.equal((await test.request(viewer, CPF)).json().error, 'ErrorForbiddenException');
    assert.equal((await test.ask(viewer, await test.create(demo, CPF))).statusCode, 200);
  });

  it('is charged once for a key, whatever is repeated, and not at all when the units are used up', async () => {
    const headers = { 'idempotency-key': 'the-very-first' };
    const repeats = await Promise.all(Array.from({ length: 5 }, () => test.request(demo, CPF, { headers })));
    const bodies = new Set(repeats.flatMap((each) => (each.statusCode === 200 ? [each.body] : [])));
    assert.equal(bodies.size, 1);
    assert.equal((await test.request(demo, CPF, { headers })).body, [...bodies][0]);
    assertErrorAnswer(await test.request(demo, OTHER_CPF, { headers }), 409);
    const { result } = JSON.parse([...bodies][0] ?? '') as CreatedAnalysis;
    const subject = `analysis ${result.userPlanConsumeAnalyticsId}`;
    assert.equal(await count(`farol.ledger_entries where subject = '${subject}'`), 1);
    const basic = (await logIn(test, 'basic')).token;
    const place = { organizationId: 2, planId: 2 };
    for (let left = 3; left > 0; left -= 1) await test.create(basic, CPF, place);
    const stored = await count('farol.analyses');
    assertErrorAnswer(await test.request(basic, CPF, place), 402);
    assert.equal(await count('farol.analyses'), stored);
  });
});
