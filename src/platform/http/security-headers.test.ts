import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { productRequests, toInject } from '../../../test/support/product-requests.ts';
import { requestIdFrom } from './request-id.ts';

const EXPECTED = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const SCRIPT = '/docs/js/scalar.js';
const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/;

describe('headers of every answer', () => {
  const probe = createProbe();
  let test: TestApi;
  let token: string;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    token = (await logIn(test)).token;
  });
  after(() => test.close());

  async function everyKind(): Promise<
    { name: string; statusCode: number; headers: Record<string, unknown> }[]
  > {
    probe.failWith(new Error('unknown'));
    const headers = bearer(token);
    const requests = [
      ...productRequests.map((request) => toInject(request, null)),
      { url: '/v1/sessions', headers },
      { url: '/v1/holder/1/organization/1/balance', headers },
      { method: 'HEAD', url: '/v1/holder/1/organization/1/balance', headers },
      { url: '/v1/organization/3/tokens', headers },
      { url: '/nowhere' },
      { url: '/v1/probe/fail' },
      { url: '/v1/sessions/%zz' },
      { method: 'DELETE', url: `/v1/sessions/${'a'.repeat(300)}` },
      { method: 'OPTIONS', url: '/v1/login' },
      { method: 'PATCH', url: '/v1/login' },
      { method: 'POST', url: '/v1/login', payload: 'x', headers: { 'content-type': 'text/plain' } },
      { method: 'POST', url: '/v1/login', payload: '{', headers: { 'content-type': 'application/json' } },
      {
        method: 'POST',
        url: '/v1/probe/body',
        payload: `"${'x'.repeat(1_100_000)}"`,
        headers: { 'content-type': 'application/json' },
      },
      { url: '/openapi.json' },
      { url: '/docs' },
      { url: '/docs/' },
      { url: '/docs/?theme=dark' },
      { url: '/docs/nothing' },
      { method: 'POST', url: SCRIPT },
      { url: SCRIPT },
    ] as const;
    const answers = [];
    for (const request of requests) {
      const { statusCode, headers: given } = await test.api.app.inject({ ...request } as Parameters<
        TestApi['inject']
      >[0]);
      answers.push({
        name: `${'method' in request ? request.method : 'GET'} ${request.url.slice(0, 40)} ${statusCode}`,
        statusCode,
        headers: given,
      });
    }
    return answers;
  }

  it('protect every kind of answer, also refusals and unknown paths', async () => {
    const answers = await everyKind();
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    for (const status of [200, 204, 301, 400, 401, 403, 404, 405, 413, 414, 415, 500]) {
      assert.ok(statuses.has(status), `no answer with ${status} was looked at`);
    }
    for (const { name, headers } of answers) {
      const own = ['/docs/ ', '/docs/?'].some((page) => name.includes(page))
        ? ['content-security-policy']
        : [];
      const cached = name === `GET ${SCRIPT} 200` ? ['cache-control'] : [];
      for (const [header, value] of Object.entries(EXPECTED)) {
        if (![...own, ...cached].includes(header)) {
          assert.equal(headers[header], value, `${name}: ${header}`);
        }
      }
      assert.match(String(headers['x-request-id']), WELL_FORMED, name);
    }
  });

  it('let only the script of the reference be kept', async () => {
    for (const { name, headers } of await everyKind()) {
      const expected = name === `GET ${SCRIPT} 200` ? 'public, max-age=3600' : 'no-store';
      assert.equal(headers['cache-control'], expected, name);
    }
  });

  it('let the page run its own script and nothing else', async () => {
    for (const url of ['/docs/', '/docs/?theme=dark']) {
      const policy = String((await test.inject({ url })).headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; /);
      assert.match(policy, /connect-src 'self'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe-eval|https?:|script-src[^;]*unsafe-inline|\*/);
    }
  });

  it('tell nothing of what serves them, and let no other origin read', async () => {
    for (const { name, headers } of await everyKind()) {
      for (const header of [
        'server',
        'x-powered-by',
        'via',
        'x-runtime',
        'x-version',
        'etag',
        'set-cookie',
      ]) {
        assert.equal(headers[header], undefined, `${name}: ${header}`);
      }
      assert.equal(
        Object.keys(headers).some((header) => header.startsWith('access-control-')),
        false,
        name,
      );
      assert.doesNotMatch(JSON.stringify(headers), /fastify|node\/|farol\/|\d+\.\d+\.\d+/i, name);
    }
  });

  it('promise HTTPS only where HTTPS is spoken', async () => {
    for (const { name, headers } of await everyKind()) {
      assert.equal(headers['strict-transport-security'], undefined, name);
    }
  });
});

describe('request ids', () => {
  const KEPT = [
    'abcdefgh',
    'a'.repeat(64),
    '4bf92f3577b34da6a3ce929d0e0e4736',
    '7e7baa8f-4fc5-434f-90df-c774c9581455',
    'A.b_c-d.E',
    'req-1731600000000',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'web-01_000000000001',
    'trace.2026-11-15.000001',
  ];
  const DOCUMENTS = [
    '52998224725',
    '529.982.247-25',
    '529982247-25',
    '529.98224725',
    '5.2.9.9.8.2.2.4.7.2.5',
    '529-982-247-25',
    '529_982_247_25',
    '11222333000181',
    '11.222.333.0001-81',
    '11222333-0001-81',
    '11.222.333-0001.81',
    '12ABC34501DE35',
    '12.ABC.345.01DE-35',
    '12abc34501de35',
    '00012345620268260100',
    '0001234-56.2026.8.26.0100',
    'cpf-52998224725',
    '52998224725-1',
    'a_529.982.247-25_b',
    'x.11222333000181.y',
    '012345678',
    '123456789012',
  ];
  const MALFORMED = [
    '',
    'short',
    'a'.repeat(65),
    'a b c d e f',
    'abcdefgh\n',
    'abcdefgh\r\nx: y',
    'abcdéfgh',
    'abc{defgh',
    '"abcdefgh"',
    'abcd/efgh',
    '<script>1',
    '${jndi:x}',
    "' or 1=1",
    'abcdefgh\0',
    'ａｂｃｄｅｆｇｈ',
    '../../etc/passwd',
    'demo@example.com',
    'a,bcdefgh',
  ];

  it('keep what the caller gave when it is well formed', () => {
    for (const given of KEPT) {
      assert.equal(requestIdFrom(given), given);
    }
  });

  it('are made anew when what was given is malformed or looks like a document', () => {
    for (const given of [...DOCUMENTS, ...MALFORMED, undefined, ['abcdefgh', 'abcdefgh']]) {
      const made = requestIdFrom(given);
      assert.match(made, WELL_FORMED, String(given));
      assert.notEqual(made, given);
      assert.notEqual(made, requestIdFrom(given));
    }
  });

  it('come back on every answer, also on refusals', async () => {
    const test = await startTestApi();
    try {
      for (const url of ['/health/live', '/nowhere', '/v1/sessions', '/v1/sessions/%zz', '/docs/']) {
        const kept = await test.api.app.inject({ url, headers: { 'x-request-id': 'caller-0001' } });
        assert.equal(kept.headers['x-request-id'], 'caller-0001', url);
        const replaced = await test.api.app.inject({ url, headers: { 'x-request-id': '52998224725' } });
        assert.match(String(replaced.headers['x-request-id']), WELL_FORMED, url);
        assert.doesNotMatch(String(replaced.headers['x-request-id']), /52998224725/, url);
      }
    } finally {
      await test.close();
    }
  });
});
