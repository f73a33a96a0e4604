import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { fillDocuments } from '../../../test/support/many-cases.ts';

const MANY = '90000015000142';
const OWING = '90000022000144';
const SUED = '90000000337';

type Page = {
  result: { processNumber: string; value: string; filedOn: string | null }[];
  next: string;
  total: number;
};

describe('an analysis at a glance', () => {
  let test: AnalysisApi;
  let demo: string;
  let other: string;
  let many: AnalysisIds;
  before(async () => {
    test = await startAnalysisApi();
    [demo, other] = [(await logIn(test)).token, (await logIn(test, 'other')).token];
    noteCanary(MANY, OWING, SUED);
    await test.startWorker();
    many = await test.create(demo, MANY);
    await test.finish(demo, many);
  });
  after(() => test.close());

  const pathOf = ({ uniqueId }: AnalysisIds, rest: string): string =>
    `/v1/holder/1/organization/1/consumeunique/${uniqueId}/${rest}`;
  const overview = (ids: AnalysisIds, token = demo) =>
    test.inject({ url: pathOf(ids, `analytics/${ids.analysisId}/overview`), headers: bearer(token) });
  const reveal = (ids: AnalysisIds, token = demo) =>
    test.inject({ method: 'POST', url: pathOf(ids, 'reveal'), headers: bearer(token) });

  it('counts the frozen list by year and court, and agrees with the list itself', async () => {
    const found = (await overview(many)).json();
    assert.deepEqual([found.documentType, found.documentNumber, found.total], ['CNPJ', MANY, 300]);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    assert.equal(sum(found.courts.map(({ total }: { total: number }) => total)), 300);
    assert.equal(sum(found.years.map(({ filed }: { filed: number }) => filed)), 300);
    const years = found.years.map(({ year }: { year: number }) => year);
    assert.deepEqual(years, years.toSorted());
    assert.deepEqual(found.reasons, []);
  });

  it('tells the reasons, heaviest first, with how many cases they are in', async () => {
    const ids = await test.create(demo, SUED);
    await test.finish(demo, ids);
    const { reasons } = (await overview(ids)).json();
    assert.deepEqual(
      reasons.map(({ rule, total }: { rule: string; total: number }) => [rule, total]),
      [['execution', 1]],
    );
    assert.match(reasons[0].sentence['pt-BR'], /^Devedor em execução/);
  });

  it('tells debts and the card of the company', async () => {
    const ids = await test.create(demo, OWING);
    await test.finish(demo, ids);
    const found = (await overview(ids)).json();
    assert.deepEqual(
      found.debts.map(({ state }: { state: string }) => state),
      ['COLLECTING', 'COLLECTING', 'COLLECTING'],
    );
    assert.equal(found.company.headOffice.document, OWING);
  });

  it('is told of step by step while it runs, unless it ends at once', async () => {
    const query = (sql: string, values?: unknown[]) => test.database.admin(sql, values);
    const [large = ''] = await fillDocuments({ query }, { count: 1, cases: 1001 });
    noteCanary(large);
    const longer = await test.create(demo, large);
    await test.finish(demo, longer);
    const listTold = ({ analysisId }: AnalysisIds) =>
      test.rows<{ data: Record<string, string> }>(
        `select data from farol.events where type = 'analysis.progress'
         and (data ->> 'userPlanConsumeAnalyticsId')::bigint = $1 order by created_at`,
        [analysisId],
      );
    const told = await listTold(longer);
    assert.deepEqual(
      told.map(({ data }) => [data['statusIndex'], data['statusReport']]),
      [['DONE', 'PROCESSING']],
    );
    assert.doesNotMatch(JSON.stringify(told), new RegExp(large));
    assert.deepEqual(await listTold(many), []);
  });

  it('is nobody else’s, and what does not belong together is not found', async () => {
    assertErrorAnswer(await overview(many, other), 403);
    assertErrorAnswer(await overview({ ...many, uniqueId: many.uniqueId + 1 }), 404);
    assertErrorAnswer(await reveal(many, other), 403);
    assertErrorAnswer(await reveal({ ...many, uniqueId: 999_999 }), 404);
  });

  it('lists documents masked when asked to, and shows one with a line in the audit', async () => {
    const url = '/v1/holder/1/organization/1/activities?documents=masked';
    const listed = await test.inject({ url, headers: bearer(demo) });
    assert.doesNotMatch(listed.body, new RegExp(`${MANY}|${SUED}|${OWING}`));
    const masked = listed
      .json()
      .result.map(({ documentNumber }: { documentNumber: string }) => documentNumber);
    assert.ok(masked.includes('***000003**') && masked.includes('90000015****42'), masked.join());
    assert.deepEqual((await reveal(many)).json(), { documentType: 'CNPJ', documentNumber: MANY });
    const [audited] = await test.rows<{ count: number }>(
      `select count(*)::int as count from farol.audit_records where action = 'document.reveal' and subject = $1`,
      [`document ${many.uniqueId}`],
    );
    assert.equal(audited?.count, 1);
  });

  it('gives every case exactly once in every order, page by page', async () => {
    for (const order of ['NUMBER', 'VALUE', 'FILED', 'MOVED']) {
      const found: Page['result'] = [];
      for (let last = ''; ;) {
        const query = `?order=${order}&limit=70${last === '' ? '' : `&after=${last}`}`;
        const page = (await test.cases(demo, many, query)).json<Page>();
        found.push(...page.result);
        last = page.next;
        if (last === '') break;
      }
      assert.equal(new Set(found.map(({ processNumber }) => processNumber)).size, 300, order);
      const values = found.map(({ value }) => (value === '' ? -1 : Number(value)));
      if (order === 'VALUE')
        assert.deepEqual(
          values,
          values.toSorted((a, b) => b - a),
        );
      const days = found.map(({ filedOn }) => filedOn ?? '');
      if (order === 'FILED') assert.deepEqual(days, days.toSorted().toReversed());
    }
  });

  it('finds cases by a part of their number', async () => {
    const [first] = (await test.cases(demo, many, '?limit=1')).json<Page>().result;
    const digits = first?.processNumber.slice(3, 15) ?? '';
    const { result, total } = (await test.cases(demo, many, `?number=${digits}`)).json<Page>();
    assert.deepEqual([result[0]?.processNumber, total], [first?.processNumber, 1]);
    assertErrorAnswer(await test.cases(demo, many, '?number=abc'), 400);
    assertErrorAnswer(await test.cases(demo, many, '?order=NONE'), 400);
  });
});
