import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startAnalysisApi } from '../support/analyses.ts';
import type { AnalysisApi } from '../support/analyses.ts';
import { noteCanary } from '../support/canaries.ts';
import { listen } from '../support/wire.ts';

/** Of the sandbox: entries in all three registers of debt, and the lowest of a chain of three companies. */
const [DEBTOR, OWNED] = ['90000022000144', '90000031000135'];
const PATIENCE_MS = 60_000;

type Body = Record<string, unknown>;

/** The way that clients of the service go: they know addresses and the key in which each answer stands, and not more. */
describe('a client that walks the whole way', () => {
  let test: AnalysisApi;
  let base = '';
  before(async () => {
    test = await startAnalysisApi();
    noteCanary(DEBTOR, OWNED);
    await test.startWorker();
    base = `http://127.0.0.1:${await listen(test)}`;
  });
  after(() => test.close());

  async function call(method: string, path: string, token: string, payload?: Body): Promise<Body> {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const body = (await response.json()) as Body;
    assert.equal(response.status, 200, `${method} ${path} ${JSON.stringify(body)}`);
    return body;
  }

  async function logInOverHttp(): Promise<string> {
    const body = await call('POST', '/v1/login', '', {
      email: 'demo@example.com',
      password: 'farol-demo-2026',
    });
    const token = String(body['token']);
    noteCanary(token, String(body['refreshToken']));
    return token;
  }

  async function analyse(token: string, documentNumber: string): Promise<{ place: string; register: Body }> {
    const who = { holderId: 1, organizationId: 1 };
    const wanted = { ...who, planId: 1, documentType: 'CNPJ', documentNumber };
    const result = (await call('POST', '/v2/analytics', token, wanted))['result'] as Body;
    const { userPlanConsumeUniqueId, userPlanConsumeAnalyticsId: id } = result;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const asked = { ...who, userPlanConsumeUniqueId };
      const register = (await call('POST', `/v2/analytics/${String(id)}`, token, asked))['register'] as Body;
      const place = `/v1/holder/1/organization/1/consumeunique/${String(userPlanConsumeUniqueId)}/analytics/${String(id)}`;
      if (register['status'] === 'DONE') return { place, register };
      assert.ok(performance.now() < deadline, String(register['status']));
      await setTimeout(100);
    }
  }

  it('finds in every answer the key that it reads', async () => {
    const token = await logInOverHttp();
    const { place, register } = await analyse(token, DEBTOR);
    const debtorId = String(register['userPlanConsumeGovernmentDebtorSummaryId']);
    assert.notEqual(debtorId, '');
    const debts = (await call('GET', `${place}/debtor/${debtorId}/detail?size=100`, token))[
      'register'
    ] as Body;
    assert.deepEqual([debts['totalInCollection'], (debts['items'] as unknown[]).length], [3, 3]);
    const history = (await call('GET', `${place}/history-rfb/detail?page=1`, token))['register'] as Body;
    assert.ok((history['items'] as unknown[]).length > 0);
    const activity = (await call('GET', `${place}/activity-indicator/detail`, token))['register'] as Body;
    assert.equal(activity['documentNumber'], DEBTOR);
    const related = (await call('POST', `/v1/organizations/1/qsa/${DEBTOR}`, token))['register'] as Body;
    assert.equal(related['documentNumber'], DEBTOR);
    const changes = await analyse(token, DEBTOR);
    const since = place.split('/').at(-1);
    assert.equal((await call('GET', `${changes.place}/changes?since=${since}`, token))['verdict'], 'stable');
  });

  it('climbs a chain of owners level by level, and sees the whole of it in the graph', async () => {
    const token = await logInOverHttp();
    const { place } = await analyse(token, OWNED);
    const owners = async (level: string): Promise<string[]> => {
      const result = (await call('GET', `${place}/qsa?level=${level}`, token))['result'] as Body[];
      return result.map(({ relation, documentNumber }) => `${String(relation)} ${String(documentNumber)}`);
    };
    assert.deepEqual(await owners('1st-LEVEL'), ['PARTNER 90000032000180']);
    assert.deepEqual(await owners('2nd-LEVEL'), ['PARTNER 90000033000124']);
    assert.deepEqual(await owners('3rd-LEVEL'), ['PARTNER ***000034**']);
    const graph = await call('GET', `${place}/graph?depth=3`, token);
    const steps = (graph['nodes'] as Body[]).map(
      ({ step, documentNumber }) => `${String(step)} ${String(documentNumber)}`,
    );
    for (const expected of [`0 ${OWNED}`, '1 90000032000180', '2 90000033000124', '3 ***000034**']) {
      assert.ok(steps.includes(expected), `${expected} in ${steps.join(', ')}`);
    }
  });
});
