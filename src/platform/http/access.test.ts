import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { createProbe } from '../../../test/support/probe.ts';

const ORDER = '/v1/probe/order';
const DEMO = { organizationId: 1, holderId: 1 };
const DENIED = { message: 'User / Organization - Access Denied', error: 'ErrorForbiddenException' };

describe('access', () => {
  const probe = createProbe();
  let test: TestApi;
  let demo: string;
  let basic: string;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    demo = (await logIn(test)).token;
    basic = (await logIn(test, 'basic')).token;
  });
  after(() => test.close());

  const order = (
    payload: NonNullable<InjectOptions['payload']>,
    token: string,
    headers: Record<string, string> = {},
  ) => test.inject({ method: 'POST', url: ORDER, payload, headers: { ...bearer(token), ...headers } });

  async function makeServiceToken(role: string, organizationId = 1): Promise<string> {
    const response = await test.inject({
      method: 'POST',
      url: `/v1/organization/${organizationId}/tokens`,
      headers: bearer(demo),
      payload: { name: `probe ${role}`, role },
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ token: string }>().token;
  }

  it('lets a member with the role and the feature in', async () => {
    const response = await order(DEMO, demo);
    assert.equal(response.statusCode, 200, response.body);
    assert.deepEqual(JSON.parse(response.json().seen), {
      organizationId: 1,
      role: 'admin',
      caller: 'session',
    });
  });

  it('asks for the credential before it looks at the body', async () => {
    for (const [payload, type] of [
      ['{', 'application/json'],
      ['x', 'text/plain'],
      [`"${'x'.repeat(1_100_000)}"`, 'application/json'],
      [JSON.stringify({ organizationId: 999 }), 'application/json'],
    ] as const) {
      const response = await test.inject({
        method: 'POST',
        url: ORDER,
        payload,
        headers: { 'content-type': type },
      });
      assertErrorAnswer(response, 401);
    }
  });

  it('judges the body before the organization', async () => {
    const foreign = { organizationId: 3, holderId: 2 };
    assertErrorAnswer(await order(JSON.stringify(foreign), demo, { 'content-type': 'text/plain' }), 415);
    const big = JSON.stringify({ ...foreign, name: 'x'.repeat(1_100_000) });
    assertErrorAnswer(await order(big, demo, { 'content-type': 'application/json' }), 413);
    assertErrorAnswer(await order({ ...foreign, unknown: 1 }, demo), 400);
    assertErrorAnswer(await order(foreign, demo), 403);
  });

  it('refuses the organization before it looks at the plan', async () => {
    const both = await order({ organizationId: 3, holderId: 2 }, basic);
    assert.deepEqual(both.json(), DENIED);
    const plan = await order({ organizationId: 2, holderId: 1 }, basic);
    assertErrorAnswer(plan, 403);
    assert.equal(plan.json().error, 'PlanNotAllowedException');
  });

  it('answers a foreign, a missing and a wrongly held organization with the same bytes', async () => {
    const bodies = new Set<string>();
    for (const payload of [
      { organizationId: 3, holderId: 2 },
      { organizationId: 999_999, holderId: 1 },
      { organizationId: 1, holderId: 2 },
      { organizationId: 3, holderId: 1 },
    ]) {
      const response = await order(payload, demo);
      assertErrorAnswer(response, 403);
      bodies.add(response.body);
    }
    assert.deepEqual([...bodies], [JSON.stringify(DENIED)]);
  });

  it('refuses a plan that the organization does not have, though another of its plans would do', async () => {
    assert.equal((await order({ ...DEMO, planId: 1 }, demo)).statusCode, 200);
    const response = await order({ ...DEMO, planId: 2 }, demo);
    assert.equal(response.json().error, 'PlanNotAllowedException');
  });

  it('answers a missing role as it answers a foreign organization', async () => {
    const viewer = await makeServiceToken('viewer');
    const lacking = await order(DEMO, viewer);
    assertErrorAnswer(lacking, 403);
    assert.equal(lacking.body, (await order({ organizationId: 3, holderId: 2 }, demo)).body);
    const admin = await test.inject({ url: '/v1/probe/admin/1', headers: bearer(viewer) });
    assert.deepEqual(admin.json(), DENIED);
  });

  it('lets a service token into its own organization only, by its role', async () => {
    const analyst = await makeServiceToken('analyst');
    assert.deepEqual(JSON.parse((await order(DEMO, analyst)).json().seen), {
      organizationId: 1,
      role: 'analyst',
      caller: 'token',
    });
    assertErrorAnswer(await order({ organizationId: 2, holderId: 1 }, analyst), 403);
    assertErrorAnswer(await test.inject({ url: '/v1/probe/admin/1', headers: bearer(analyst) }), 403);
    assertErrorAnswer(await test.inject({ url: '/v1/sessions', headers: bearer(analyst) }), 403);
  });

  it('never runs a handler for a request that it refuses', async () => {
    const seen = probe.seen.length;
    await order({ organizationId: 3, holderId: 2 }, demo);
    await order({ organizationId: 2, holderId: 1 }, basic);
    await order('{', demo, { 'content-type': 'application/json' });
    assert.equal(probe.seen.length, seen);
  });

  it('adds details to a parameter error, but none on a route with bare errors', async () => {
    const detailed = await order({ holderId: 1 }, demo);
    assert.deepEqual(detailed.json(), {
      message: 'Invalid parameter',
      error: 'WrongParameterException',
      details: [{ path: '/organizationId', message: "must have required property 'organizationId'" }],
    });
    const bare = await test.inject({
      method: 'POST',
      url: '/v1/probe/bare',
      payload: { holderId: 1 },
      headers: bearer(demo),
    });
    assert.deepEqual(bare.json(), { message: 'Invalid parameter', error: 'WrongParameterException' });
  });

  it('fails at start when a route does not declare what access it needs', async () => {
    const start = startTestApi({
      database: test.database,
      env: { FAROL_KEY_FILE: test.config.keyFile },
      addRoutes: (app) => app.get('/v1/undeclared', () => ({})),
    });
    await assert.rejects(start, /GET \/v1\/undeclared does not declare what access it needs/);
  });
});

describe('access under limits', () => {
  const probe = createProbe();
  let test: TestApi;
  let token: string;
  before(async () => {
    test = await startTestApi({
      addRoutes: probe.addRoutes,
      env: { FAROL_RATE_LIMITS: 'on', FAROL_RATE_CREATES: '3/3600', FAROL_RATE_READS: '5/3600' },
    });
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  it('counts a HEAD as one read, like a GET', async () => {
    const remaining = async (method: 'GET' | 'HEAD') => {
      const { headers } = await test.inject({ method, url: '/v1/probe/admin/1', headers: bearer(token) });
      return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    };
    assert.equal(await remaining('GET'), 4);
    assert.equal(await remaining('HEAD'), 3);
    assert.equal(await remaining('GET'), 2);
  });

  it('refuses for the credential before the limit, and for the limit before the body', async () => {
    const headers = { ...bearer(token), 'content-type': 'text/plain' };
    const send = () => test.inject({ method: 'POST', url: ORDER, payload: 'x', headers });
    for (let count = 0; count < 3; count += 1) {
      assertErrorAnswer(await send(), 415);
    }
    const limited = await send();
    assertErrorAnswer(limited, 429);
    assert.match(String(limited.headers['ratelimit-policy']), /^"creates";q=3;w=3600$/);
    assert.match(String(limited.headers['ratelimit']), /^"creates";r=0;t=\d+$/);
    const reset = Number(/t=(\d+)/.exec(String(limited.headers['ratelimit']))?.[1]);
    assert.ok(Number(limited.headers['retry-after']) >= reset);
    assertErrorAnswer(
      await test.inject({ method: 'POST', url: ORDER, payload: 'x', headers: bearer(`${token}x`) }),
      401,
    );
  });

  it('does not count by an address that the caller made up', async () => {
    for (let count = 0; count < 4; count += 1) {
      const response = await test.inject({
        method: 'POST',
        url: '/v1/refreshtoken',
        payload: { email: 'a', username: 'b', refreshToken: 'c' },
        headers: {
          ...bearer(token),
          'x-forwarded-for': `203.0.113.${count}`,
          'x-real-ip': `203.0.113.${count}`,
        },
      });
      assertErrorAnswer(response, count < 3 ? 401 : 429);
    }
  });
});
