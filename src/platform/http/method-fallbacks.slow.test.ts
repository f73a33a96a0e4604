import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { HTTPMethods } from 'fastify';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi, Tokens } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { productRequests, toInject } from '../../../test/support/product-requests.ts';
import { exchange, listen } from '../../../test/support/wire.ts';

const BALANCE = '/v1/holder/1/organization/1/balance';
const PAGES = ['/docs', '/docs/', '/docs/js/scalar.js', '/openapi.json'];
const OTHER = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[];

describe('methods and paths', () => {
  const probe = createProbe();
  let test: TestApi;
  let tokens: Tokens;
  let port: number;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    tokens = await logIn(test);
    port = await listen(test);
  });
  after(() => test.close());

  function offered(): Map<string, Set<string>> {
    const paths = new Map(PAGES.map((path) => [path, new Set(['GET', 'HEAD'])]));
    for (const { url, method, hasHead = true } of productRequests) {
      const methods = paths.get(url) ?? new Set();
      methods.add(method);
      if (method === 'GET' && hasHead) {
        methods.add('HEAD');
      }
      paths.set(url, methods);
    }
    return paths;
  }

  /** Over a real socket, where the body of an answer to HEAD is really left out. */
  async function head(
    url: string,
  ): Promise<{ statusCode: number; headers: Record<string, string>; body: string }> {
    const { answers, rest } = await exchange(port, [`HEAD ${url} HTTP/1.1\r\nHost: a\r\n\r\n`], {
      answers: 1,
      quietMs: 5,
      isHead: true,
    });
    assert.equal(rest, '');
    const body = url.startsWith('/v1/scr/')
      ? '{"type":"MethodNotAllowedException","message":"Method not allowed"}'
      : '{"message":"Method not allowed","error":"MethodNotAllowedException"}';
    assert.equal(answers[0]?.headers['content-length'], String(body.length));
    return { statusCode: answers[0].status, headers: answers[0].headers, body };
  }

  it('answers every other method on every path with 405 and the methods that there are', async () => {
    let cases = 0;
    for (const [url, methods] of offered()) {
      const allow = [...methods, 'OPTIONS'].toSorted().join(', ');
      for (const method of OTHER.filter((name) => !methods.has(name) && name !== 'OPTIONS')) {
        const response = await (method === 'HEAD' ? head(url) : test.inject({ method, url }));
        assert.equal(response.headers['allow'], allow, `${method} ${url}`);
        assertErrorAnswer(response, 405);
        cases += 1;
      }
    }
    assert.ok(cases > 400, `${cases}`);
  });

  it('says 405 whatever body and content type come with the wrong method', async () => {
    for (const type of ['text/plain', 'application/json', 'application/xml']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        for (const payload of ['', 'x', '{', 'x'.repeat(1_100_000)]) {
          const response = await test.inject({
            method,
            url: BALANCE,
            payload,
            headers: { 'content-type': type },
          });
          assertErrorAnswer(response, 405);
        }
      }
    }
  });

  it('tells the same list to OPTIONS, without asking for a credential', async () => {
    for (const [url, methods] of offered()) {
      const response = await test.inject({ method: 'OPTIONS', url });
      assert.equal(response.statusCode, 204);
      assert.equal(response.headers['allow'], [...methods, 'OPTIONS'].toSorted().join(', '));
      assert.equal(response.body, '');
      assert.equal(response.headers['access-control-allow-origin'], undefined);
    }
  });

  it('lists for each path what really answers', async () => {
    for (const [url, methods] of offered()) {
      for (const method of methods) {
        const response = await test.api.app.inject({ method, url });
        assert.notEqual(response.statusCode, 405, `${method} ${url}`);
        assert.notEqual(response.statusCode, 404, `${method} ${url}`);
      }
    }
  });

  it('answers HEAD with the headers of GET and without a body', async () => {
    const reads = productRequests
      .filter(({ method, hasHead = true }) => method === 'GET' && hasHead)
      .map((read) => toInject(read, tokens));
    for (const read of [...reads, ...PAGES.map((url) => ({ url }))]) {
      const get = await test.inject({ ...read, method: 'GET' });
      const bare = await test.inject({ ...read, method: 'HEAD' });
      const strip = ({ date: _date, 'x-request-id': _id, ...headers }: Record<string, unknown>) => headers;
      assert.equal(bare.statusCode, get.statusCode);
      assert.deepEqual(strip(bare.headers), strip(get.headers));
      assert.equal(bare.body, '');
    }
    const refused = await test.inject({ method: 'HEAD', url: BALANCE });
    assert.equal(refused.statusCode, 401);
    assert.equal(refused.body, '');
    const { answers, rest } = await exchange(port, [`HEAD ${BALANCE} HTTP/1.1\r\nHost: a\r\n\r\n`], {
      answers: 1,
      isHead: true,
    });
    assert.equal(answers[0]?.status, 401);
    assert.equal(rest, '');
  });

  it('answers a foreign organization under HEAD and every spelling without a foreign byte', async () => {
    const foreign = ['/v1/holder/2/organization/3/balance', '/v1/organization/3/tokens'];
    for (const url of foreign) {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await test.inject({ method, url, headers: bearer(tokens.token) });
        assert.equal(response.statusCode, 403);
        assert.equal(method === 'HEAD' ? response.body : '', '');
      }
    }
  });

  it('knows a path by its exact spelling', async () => {
    const headers = bearer(tokens.token);
    const wrong = [
      `${BALANCE}/`,
      `/${BALANCE}`,
      `//${BALANCE}`,
      BALANCE.toUpperCase(),
      BALANCE.replace('balance', 'Balance'),
      BALANCE.replace('/v1/', '/V1/'),
      BALANCE.replace('/v1/', '/v1//'),
      BALANCE.replace('/v1/', '/v3/'),
      `${BALANCE}//`,
      BALANCE.replace('/v1/', '/v2/'),
      BALANCE.replace('/v1/', '/v01/'),
      BALANCE.replace('/v1/', '/v1.0/'),
      BALANCE.slice(3),
      '/v1',
      '/v1/',
      '//',
      '/v1/holder',
      '/v1/holder/1',
      '/v1/login/',
      '/v1/sessions/a/b',
      '/v1/.',
      '/v1/..',
      '/./v1/login',
      '/v1/%2e%2e/v1/login',
      '/v1/x/%2e%2e/login',
      '/v1/x/../login',
      '/%2e/v1/login',
      '/v1%2Flogin',
      '/v1/login%2F',
      '/v1/login%20',
      '/v1/login%00',
      '/v1/login;jsessionid=1',
      '/v1/login;',
      '/v1/login.json',
      '/v1/log%69n/x',
      '/v1/login\\',
      '/v1\\login',
      '*',
      '/health',
      '/health/',
      '/health/live/',
      '/health/Ready',
      '/docs/../openapi.json',
      '/docs/js/',
      '/docs/js/x.js',
      '/metrics',
      '/.env',
      '/.git/config',
      '/package.json',
      '/server-status',
      '/docs/%2e%2e/package.json',
      '/docs/..%2f..%2fpackage.json',
    ];
    // Over a real socket: an injected address is tidied before it is sent.
    const asked = wrong.map(async (url) => {
      const bytes = `GET ${url} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${tokens.token}\r\n\r\n`;
      const { answers } = await exchange(port, [bytes], { answers: 1, quietMs: 5 });
      const [{ status, headers: given, body } = { status: 0, headers: {}, body: '' }] = answers;
      assert.equal(status, 404, url);
      assertErrorAnswer({ statusCode: status, headers: given, body }, 404);
    });
    await Promise.all(asked);
    const encoded = await test.api.app.inject({ url: BALANCE.replace('balance', 'b%61lance'), headers });
    assert.equal(encoded.statusCode, 200);
  });

  it('refuses an address that cannot be decoded, and one with a segment that is too long, in its own words', async () => {
    for (const url of [
      '/v1/sessions/%',
      '/v1/sessions/%zz',
      '/v1/sessions/%ff',
      '/v1/%c0%af',
      '/v1/sessions/%ed%a0%80',
      '/%E0%A4%A',
    ]) {
      assertErrorAnswer(await test.inject({ method: 'DELETE', url, headers: bearer(tokens.token) }), 400);
    }
    for (const length of [257, 1000, 8000]) {
      const session = { method: 'DELETE', url: `/v1/sessions/${'a'.repeat(length)}` } as const;
      const list = { method: 'GET', url: `/v1/organization/${'1'.repeat(length)}/tokens` } as const;
      for (const request of [session, list]) {
        assertErrorAnswer(await test.inject({ ...request, headers: bearer(tokens.token) }), 414);
      }
    }
    const longest = await test.inject({
      method: 'DELETE',
      url: `/v1/sessions/${'a'.repeat(256)}`,
      headers: bearer(tokens.token),
    });
    assertErrorAnswer(longest, 404);
  });

  it('ignores unknown query parameters on every path, however many', async () => {
    const query = Array.from({ length: 300 }, (_, index) => `p${index}=${index}`).join('&');
    for (const tail of [
      '?',
      '?x',
      '?x=1',
      '?=',
      '?&&&',
      '?a=%zz',
      `?${query}`,
      '?organizationId=3',
      '?__proto__[x]=1',
    ]) {
      const response = await test.inject({ url: `${BALANCE}${tail}`, headers: bearer(tokens.token) });
      assert.equal(response.statusCode, 200, tail.slice(0, 20));
    }
  });

  it('does not find an unknown path under any method, whatever body comes with it', async () => {
    for (const method of OTHER.filter((name) => name !== 'HEAD')) {
      assertErrorAnswer(await test.inject({ method, url: '/nowhere' }), 404);
    }
    for (const type of ['application/json', 'text/plain']) {
      for (const payload of ['', '{', 'x', '{"a":1}']) {
        const response = await test.inject({
          method: 'POST',
          url: '/nowhere',
          payload,
          headers: { 'content-type': type },
        });
        assertErrorAnswer(response, 404);
      }
    }
  });

  it('closes a connection that asks for a tunnel', async () => {
    const { answers, isClosed } = await exchange(port, ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'], {
      answers: 1,
    });
    assert.deepEqual(answers, []);
    assert.equal(isClosed, true);
  });
});
