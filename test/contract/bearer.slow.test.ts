import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { logIn, startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { assertErrorAnswer } from '../support/error-answers.ts';
import { eventually } from '../support/eventually.ts';
import { productRequests, toInject } from '../support/product-requests.ts';
import type { ProductRequest } from '../support/product-requests.ts';
import { exchange, listen } from '../support/wire.ts';

const BAD = 'Bearer error="invalid_token"';
const DAY_MS = 86_400_000;

describe('bearer on every operation', () => {
  let test: TestApi;
  let port: number;
  let good: string;
  let expired: string;
  let revoked: string;
  const guarded = productRequests.filter(({ needs }) => needs !== 'nothing');
  before(async () => {
    test = await startTestApi();
    port = await listen(test);
    expired = (await logIn(test)).token;
    test.clock.advance(DAY_MS + 1000);
    ({ token: revoked } = await logIn(test));
    ({ token: good } = await logIn(test));
    await test.inject({ method: 'POST', url: '/v1/logout', headers: { authorization: `Bearer ${revoked}` } });
    const isOut = async () =>
      (await test.inject({ url: '/v1/sessions', headers: { authorization: `Bearer ${revoked}` } }))
        .statusCode === 401;
    await eventually(isOut, 1000);
  });
  after(() => test.close());

  const ask = (request: ProductRequest, headers: Record<string, string>) =>
    test.inject({ ...toInject(request, null), headers });

  it('asks for one without naming an error when none came', async () => {
    assert.ok(guarded.length >= 9);
    for (const request of guarded) {
      const response = await ask(request, {});
      assertErrorAnswer(response, 401);
      assert.equal(response.headers['www-authenticate'], 'Bearer', request.template);
    }
  });

  it('names the error when what came is empty, malformed, of another scheme, huge, expired or revoked', async () => {
    let cases = 0;
    for (const request of guarded) {
      const wrong = [
        '',
        'Bearer',
        'Bearer ',
        'Bearer  ',
        'bearer',
        `Bearer\t${good}`,
        `Bearer  ${good}`,
        `Bearer ${good} x`,
        `Bearer ${good},x`,
        good,
        `"Bearer ${good}"`,
        `Bearer "${good}"`,
        `Bearer=${good}`,
        `Bearer:${good}`,
        'Bearer null',
        'Bearer undefined',
        `Basic ${Buffer.from('demo:demo').toString('base64')}`,
        `Digest ${good}`,
        `Token ${good}`,
        `JWT ${good}`,
        `Bearer${good}`,
        `DPoP ${good}`,
        `Bearer ${good}=`,
        `Bearer ${'a'.repeat(4097)}`,
        `Bearer ${'a'.repeat(12e3)}`,
        'Bearer a.b.c',
        'Bearer ..',
        `Bearer ${expired}`,
        `Bearer ${revoked}`,
        `Bearer ${good.slice(0, -2)}`,
        `Bearer farol_st_${'A'.repeat(43)}`,
      ];
      for (const authorization of wrong) {
        const response = await ask(request, { authorization });
        assertErrorAnswer(response, 401);
        assert.equal(
          response.headers['www-authenticate'],
          BAD,
          `${request.template} ${authorization.slice(0, 30)}`,
        );
        cases += 1;
      }
    }
    assert.ok(cases >= 250, `${cases}`);
  });

  it('refuses two headers, alike or not, in any order', async () => {
    for (const request of guarded) {
      const body = request.payload === undefined ? '' : JSON.stringify(request.payload);
      for (const pair of [
        [`Bearer ${good}`, `Bearer ${good}`],
        [`Bearer ${good}`, 'Basic eDp5'],
        ['Basic eDp5', `Bearer ${good}`],
        [`Bearer ${good}`, ''],
      ]) {
        const bytes = [
          `${request.method} ${request.url} HTTP/1.1`,
          'Host: a',
          `Authorization: ${pair[0]}`,
          `authorization: ${pair[1]}`,
          ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
          '',
          body,
        ].join('\r\n');
        const { answers } = await exchange(port, [bytes], { answers: 1, quietMs: 0 });
        assert.equal(answers[0]?.status, 401, request.template);
        assert.equal(answers[0].headers['www-authenticate'], BAD);
      }
    }
  });

  it('refuses a header that does not fit with 431, in our shape', async () => {
    for (const request of guarded) {
      const bytes = `${request.method} ${request.url} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'a'.repeat(20_000)}\r\n\r\n`;
      const { answers, isClosed } = await exchange(port, [bytes], { answers: 2 });
      assert.equal(isClosed, true);
      assert.equal(answers.length, 1);
      const [{ status, headers, body } = { status: 0, headers: {}, body: '' }] = answers;
      assertErrorAnswer({ statusCode: status, headers, body }, 431);
    }
  });

  it('takes no credential from anywhere else', async () => {
    for (const request of guarded) {
      for (const headers of [
        { cookie: `token=${good}; access_token=${good}` },
        { 'x-access-token': good },
        { 'proxy-authorization': `Bearer ${good}` },
        { 'x-user-id': '1', 'x-forwarded-user': 'demo', 'x-organization-id': '1' },
      ] as Record<string, string>[]) {
        const response = await ask(request, headers);
        assertErrorAnswer(response, 401);
        assert.equal(response.headers['www-authenticate'], 'Bearer');
      }
      const given = toInject(request, null);
      const inQuery = await test.inject({ ...given, url: `${request.url}?access_token=${good}` });
      assertErrorAnswer(inQuery, 401);
    }
  });

  it('does not look at a credential where none is needed', async () => {
    for (const request of productRequests.filter(({ needs }) => needs === 'nothing')) {
      const response = await ask(request, { authorization: 'Bearer nonsense' });
      assert.equal(response.statusCode, request.success ?? 200, request.template);
    }
  });
});
