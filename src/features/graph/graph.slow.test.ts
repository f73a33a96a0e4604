import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startAnalysisApi } from '../../../test/support/analyses.ts';
import type { AnalysisApi, AnalysisIds } from '../../../test/support/analyses.ts';
import { bearer, logIn } from '../../../test/support/api.ts';
import { noteCanary } from '../../../test/support/canaries.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import * as registry from '../../../test/support/registry-rows.ts';
import { CAPS } from './drawing.ts';
import { readGexf } from './fixtures/gexf-reading.ts';
import { listWithin } from './fixtures/xml-reading.ts';
import type { GraphWire } from './schemas.ts';

const ROOT = '11222333';
const CNPJ = `${ROOT}000181`;
const OWNER_ROOT = '44555666';
const OWNER = `${OWNER_ROOT}000181`;
const ANA_CPF = '90073055140';
const [ANA, ANA_MASK] = ['ANA INVENTADA', '***730551**'];
const [WORKER_CPF, WORKER] = ['11144477735', 'TRABALHADOR INVENTADO'];
const [RIVAL_CPF, RIVAL] = ['90020030053', 'RIVAL INVENTADO'];
const ANA_ID = `person:${ANA_MASK}:${ANA}`;
const { caseNumber } = registry;

/**
 * The company belongs to Ana, another company and a foreigner; Ana has a second company, which has a third partner. It
 * shares case 1 with its owner, case 2 with Ana; case 3 is a worker's, case 4 a rival's.
 */
async function addNeighbourhood({ database }: AnalysisApi): Promise<void> {
  await registry.addImported(database, 'cases', 'receita');
  await registry.addCompany(database, { root: ROOT, name: 'EMPRESA INVENTADA LTDA' });
  await registry.addCompany(database, { root: OWNER_ROOT, name: 'CONTROLADORA LTDA', situation: '08' });
  await registry.addCompany(database, { root: '77888999', name: 'SEGUNDA LTDA' });
  await registry.addPartner(database, { root: ROOT, name: ANA, document: ANA_MASK });
  await registry.addPartner(database, { root: ROOT, name: 'CONTROLADORA LTDA', document: OWNER });
  await registry.addPartner(database, { root: ROOT, name: 'JOHN FOREIGNER', document: null });
  await registry.addPartner(database, { root: '77888999', name: ANA, document: ANA_MASK });
  await registry.addPartner(database, { root: '77888999', name: 'OUTRA ANA', document: ANA_MASK });
  for (const index of [1, 2, 3, 4]) {
    await registry.addCase(database, {
      number: caseNumber(index),
      document: CNPJ,
      natures: index === 3 ? 2 : 1,
    });
  }
  const side = 'ACTIVE';
  await registry.addCase(database, { number: caseNumber(1), document: OWNER, name: 'CONTROLADORA', side });
  await registry.addCase(database, { number: caseNumber(2), document: ANA_CPF, name: ANA, side });
  await registry.addCase(database, {
    number: caseNumber(3),
    document: WORKER_CPF,
    name: WORKER,
    side,
    isCountable: false,
  });
  await registry.addCase(database, { number: caseNumber(4), document: RIVAL_CPF, name: RIVAL, side });
}

describe('the graph around a document', () => {
  let test: AnalysisApi;
  let demo = '';
  let ids: AnalysisIds = { analysisId: 0, uniqueId: 0 };
  before(async () => {
    test = await startAnalysisApi({ hasPopulation: false });
    demo = (await logIn(test)).token;
    noteCanary(CNPJ, ANA_CPF, ANA, WORKER_CPF, WORKER, RIVAL_CPF, RIVAL);
    await addNeighbourhood(test);
    await test.startWorker();
    ids = await test.create(demo, CNPJ);
    assert.equal((await test.finish(demo, ids)).register.status, 'DONE');
  });
  after(() => test.close());

  const ask = (
    token: string,
    query = '',
    { organizationId = 1, holderId = 1, analysisId = ids.analysisId, uniqueId = ids.uniqueId } = {},
  ): ReturnType<AnalysisApi['inject']> =>
    test.inject({
      url: `/v1/holder/${holderId}/organization/${organizationId}/consumeunique/${uniqueId}/analytics/${analysisId}/graph${query}`,
      headers: bearer(token),
    });
  const draw = async (query: string): Promise<GraphWire> => (await ask(demo, query)).json<GraphWire>();
  const edgesOf = ({ edges }: GraphWire): string[] => edges.map(({ from, to }) => `${from} ${to}`).toSorted();
  const stepsOf = ({ nodes }: GraphWire): Record<string, number> =>
    Object.fromEntries(nodes.map(({ id, step }) => [id, step]));

  it('has partners and cases one step away, and joins those that share a case', async () => {
    const graph = await draw('?depth=1');
    const company = `company:${ROOT}`;
    assert.deepEqual(stepsOf(graph), {
      [company]: 0,
      [ANA_ID]: 1,
      [`company:${OWNER_ROOT}`]: 1,
      [`foreign:${ROOT}:JOHN FOREIGNER`]: 1,
      ...Object.fromEntries([1, 2, 3, 4].map((index) => [`case:${caseNumber(index)}`, 1])),
    });
    assert.deepEqual(
      edgesOf(graph),
      [
        `${ANA_ID} ${company}`,
        `company:${OWNER_ROOT} ${company}`,
        `foreign:${ROOT}:JOHN FOREIGNER ${company}`,
        ...[1, 2, 3, 4].map((index) => `${company} case:${caseNumber(index)}`),
        `company:${OWNER_ROOT} case:${caseNumber(1)}`,
        `${ANA_ID} case:${caseNumber(2)}`,
      ].toSorted(),
    );
  });

  it('reaches the other companies and parties in two steps, and their partners in three', async () => {
    const [two, three] = [stepsOf(await draw('')), stepsOf(await draw('?depth=3'))];
    assert.equal(two['company:77888999'], 2);
    assert.equal(two['person:***200300**:RIVAL INVENTADO'], 2);
    assert.equal(two['person:***730551**:OUTRA ANA'], undefined);
    assert.equal(three['person:***730551**:OUTRA ANA'], 3);
  });

  it('names no worker, and nobody with a whole CPF', async () => {
    const text = JSON.stringify(await draw('?depth=3'));
    for (const hidden of [WORKER, WORKER_CPF, '***444777**', ANA_CPF, RIVAL_CPF]) {
      assert.ok(!text.includes(hidden), hidden);
    }
  });

  it('says of every edge where it comes from and how old that is', async () => {
    const { edges } = await draw('?depth=3');
    for (const { kind, source, asOf, ageDays } of edges) {
      assert.equal(source, kind === 'PARTNER' ? 'receita' : 'cases');
      assert.ok(asOf !== null && ageDays === 0);
    }
    const byMask = edges.filter(({ isByMask }) => isByMask).map(({ from, to }) => `${from} ${to}`);
    assert.deepEqual(byMask.toSorted(), [
      `${ANA_ID} company:11222333`,
      `${ANA_ID} company:77888999`,
      'person:***730551**:OUTRA ANA company:77888999',
    ]);
  });

  it('leads nowhere from a case that became hidden since it was frozen', async () => {
    const hide = (isCountable: boolean): Promise<unknown> =>
      test.database.admin(
        `update registry.case_parties set is_countable = $2 where number = $1 and root = $3`,
        [caseNumber(4), isCountable, ROOT],
      );
    await hide(false);
    const graph = await draw('');
    assert.ok(`case:${caseNumber(4)}` in stepsOf(graph));
    assert.ok(!JSON.stringify(graph).includes(RIVAL));
    await hide(true);
  });

  it('is GEXF too, with the same nodes and edges', async () => {
    const response = await ask(demo, '?depth=3&format=gexf');
    assert.equal(response.headers['content-type'], 'application/gexf+xml');
    const root = readGexf(response.body);
    const graph = await draw('?depth=3');
    const nodes = listWithin(root, 'node').map(({ attributes }) => attributes['id']);
    assert.deepEqual(
      nodes,
      graph.nodes.map(({ id }) => id),
    );
    assert.equal(listWithin(root, 'edge').length, graph.edges.length);
  });

  it('shows the cap and the true count of a node with very many neighbours', async () => {
    await test.database.admin(
      `insert into registry.partners (root, kind, name, name_key, document, document_root, qualification)
       select '${OWNER_ROOT}', '2', 'COOPERADO ' || n, 'COOPERADO ' || n, '***' || lpad(n::text, 6, '0') || '**',
         '***' || lpad(n::text, 6, '0') || '**', '49'
       from generate_series(1, 3000) n`,
    );
    const { nodes, caps } = await draw('?depth=3');
    const hub = nodes.find(({ id }) => id === `company:${OWNER_ROOT}`);
    assert.equal(hub?.isCapped, true);
    // 3,000 partners, and the company that it owns.
    assert.deepEqual([hub.totalLinks, hub.shownLinks], [3001, caps.neighbours + 1]);
    assert.ok(nodes.length <= CAPS.nodes);
    await test.database.admin(`delete from registry.partners where name like 'COOPERADO %'`);
  });

  it('refuses other depths and formats, other plans, and other tenants', async () => {
    for (const query of ['?depth=0', '?depth=4', '?depth=x', '?format=svg']) {
      assertErrorAnswer(await ask(demo, query), 400);
    }
    const basic = (await logIn(test, 'basic')).token;
    const refused = await ask(basic, '', { organizationId: 2 });
    assertErrorAnswer(refused, 403);
    assert.equal(refused.json().error, 'PlanNotAllowedException');
    const other = (await logIn(test, 'other')).token;
    assertErrorAnswer(await ask(other), 403);
    assertErrorAnswer(await ask(other, '', { organizationId: 3, holderId: 2 }), 404);
    const rows = await test.rows<{ action: string }>(
      `select distinct action from farol.audit_records where action like 'analysis.graph%' order by action`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['analysis.graph', 'analysis.graph.none'],
    );
  });
});
