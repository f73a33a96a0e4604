import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bearer, logIn, startTestApi } from '../../../test/support/api.ts';
import type { TestApi, Tokens } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { productRequests, toInject } from '../../../test/support/product-requests.ts';
import { exchange, listen } from '../../../test/support/wire.ts';

const BODY = '/v1/probe/body';
const LIMIT = 1_048_576;

const ACCEPTED_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json;charset=UTF-8',
  'application/json; charset="utf-8"',
  'application/json ; charset=utf-8',
  'APPLICATION/JSON',
  'Application/Json; Charset=Utf-8',
  'application/json;\tcharset=utf-8',
];

const REFUSED_TYPES = [
  'text/plain',
  'text/json',
  'text/x-json',
  'text/html',
  'text/csv',
  'text/xml',
  'text/javascript',
  'text/plain; charset=utf-8',
  'application/xml',
  'application/javascript',
  'application/x-json',
  'application/x-ndjson',
  'application/jsonp',
  'application/jso',
  'application/vnd.api+json',
  'application/problem+json',
  'application/ld+json',
  'application/merge-patch+json',
  'application/json+x',
  'application/octet-stream',
  'application/cbor',
  'application/msgpack',
  'application/yaml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/mixed',
  'image/png',
  '*/*',
  'application/*',
  'application/json; charset=utf-16',
  'application/json; charset=utf-16le',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-7',
  'application/json; charset=',
  'application/json; charset',
  'application/json; charset=utf8',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json; version=1',
  'application/json; boundary=x',
  'application/json, text/plain',
  'text/plain, application/json',
  'application/json text/plain',
  'text/plain;application/json',
  'application/json;',
  'application/json; ',
  'application\\json',
  'application/json\\',
  'application /json',
  'application/ json',
  ' application/json',
  '	application/json',
  'application/json	; charset=utf-8; x',
  'json',
  '/',
  'application',
  'application/',
  '""',
  'application/json\xA0',
  '\xA0application/json',
  'ａpplication/json',
  'application/json%3b',
  'application/json/x',
];

describe('bodies', () => {
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

  const send = (payload: string | Buffer, headers: Record<string, string>, url = BODY) =>
    test.inject({ method: 'POST', url, payload, headers });
  const json = { 'content-type': 'application/json' };

  it('takes JSON under its exact name, in UTF-8, in any case', async () => {
    for (const type of ACCEPTED_TYPES) {
      assert.equal((await send('{}', { 'content-type': type })).statusCode, 200, type);
    }
  });

  it('refuses every other content type before a handler sees anything', async () => {
    assert.ok(REFUSED_TYPES.length >= 37);
    const seen = probe.seen.length;
    for (const type of REFUSED_TYPES) {
      const response = await send('{}', { 'content-type': type });
      assert.equal(response.statusCode, 415, JSON.stringify(type));
      assertErrorAnswer(response, 415);
    }
    assert.equal(probe.seen.length, seen);
  });

  it('refuses a body without a content type', async () => {
    const bytes = `POST ${BODY} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`;
    assert.equal((await exchange(port, [bytes], { answers: 1 })).answers[0]?.status, 415);
  });

  it('trims blanks around a content type on the wire, which are not part of it, and nothing else', async () => {
    const status = async (header: string) => {
      const bytes = `POST ${BODY} HTTP/1.1\r\nHost: a\r\n${header}\r\nContent-Length: 2\r\n\r\n{}`;
      return (await exchange(port, [bytes], { answers: 1 })).answers[0]?.status;
    };
    assert.equal(await status('Content-Type: \t application/json \t'), 200);
    assert.equal(await status('Content-Type:application/json'), 200);
    assert.equal(await status('Content-Type: \u000bapplication/json'), 400);
    assert.equal(await status('Content-Type: application/json\r\nContent-Type: text/plain'), 400);
    assert.equal(await status('Content-Type: text/plain\r\nContent-Type: application/json'), 400);
  });

  it('does not unpack bodies', async () => {
    const packed = gzipSync('{}');
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x', '']) {
      assertErrorAnswer(await send(packed, { ...json, 'content-encoding': encoding }), 415);
      assertErrorAnswer(await send('{}', { ...json, 'content-encoding': encoding }), 415);
    }
    assertErrorAnswer(await send(packed, json), 400);
  });

  it('takes one mebibyte and refuses one byte more, announced or not', async () => {
    const bodyOf = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
    for (const [size, status] of [
      [LIMIT - 1, 200],
      [LIMIT, 200],
      [LIMIT + 1, 413],
    ] as const) {
      const body = bodyOf(size);
      assert.equal(Buffer.byteLength(body), size);
      const announced = await send(body, json);
      assert.equal(announced.statusCode, status, `${size}`);
      const chunked = [
        `POST ${BODY} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ];
      const { answers } = await exchange(port, chunked, { answers: 1 });
      assert.equal(answers[0]?.status, status, `chunked ${size}`);
    }
    assertErrorAnswer(await send(bodyOf(LIMIT + 1), json), 413);
    assertErrorAnswer(await send(bodyOf(5 * LIMIT), json), 413);
  });

  it('refuses an announced giant at once, without waiting for its bytes', async () => {
    const startedAt = performance.now();
    for (const length of ['1048577', '9007199254740991', '99999999999999999']) {
      const head = `POST ${BODY} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      assert.equal((await exchange(port, [head], { answers: 1 })).answers[0]?.status, 413, length);
    }
    assert.ok(performance.now() - startedAt < 2000);
  });

  it('asks for a body where one is described, and counts JSON without a body as none elsewhere', async () => {
    for (const request of productRequests) {
      const isRead = request.method === 'GET';
      if (request.payload === undefined && !isRead) {
        continue;
      }
      const given = { ...toInject(request, tokens), payload: '' };
      const response = await test.inject({ ...given, headers: { ...given.headers, ...json } });
      // A read may find nothing, or have no source; what it must not do is miss a body.
      assert.equal([400, 415].includes(response.statusCode), !isRead, request.template);
    }
    const empty = { method: 'PUT' as const, url: '/v1/probe/empty/1' };
    const headers = bearer(tokens.token);
    for (const more of [{}, json]) {
      assert.equal(
        (await test.inject({ ...empty, headers: { ...headers, ...more }, payload: '' })).statusCode,
        200,
      );
    }
    assert.equal((await test.inject({ ...empty, headers, payload: {} })).statusCode, 200);
    for (const url of ['/v1/sessions/x', '/v1/organization/1/tokens/999']) {
      assertErrorAnswer(await test.inject({ method: 'DELETE', url, headers: { ...headers, ...json } }), 404);
    }
  });

  it('refuses what a route without a described body is sent nevertheless', async () => {
    const headers = bearer(tokens.token);
    for (const payload of ['{"x":1}', '[]', 'null', '1', '"x"', '{"__proto__":1}', 'x']) {
      for (const request of [
        { method: 'PUT' as const, url: '/v1/probe/empty/1' },
        { method: 'POST' as const, url: '/v1/logout' },
        { method: 'DELETE' as const, url: '/v1/sessions/x' },
        { method: 'DELETE' as const, url: '/v1/organization/1/tokens/1' },
      ]) {
        assertErrorAnswer(await test.inject({ ...request, payload, headers: { ...headers, ...json } }), 400);
      }
    }
    const stillIn = await test.inject({ url: '/v1/sessions', headers });
    assert.equal(stillIn.statusCode, 200);
  });

  it('lets log-out come with an empty body in every form', async () => {
    for (const given of [{}, { headers: json }, { headers: json, payload: '' }, { payload: {} }]) {
      const { token } = await logIn(test);
      const headers = { ...('headers' in given ? given.headers : {}), ...bearer(token) };
      const response = await test.inject({ method: 'POST', url: '/v1/logout', ...given, headers });
      assert.equal(response.statusCode, 200, JSON.stringify(given));
      const isOut = async () =>
        (await test.inject({ url: '/v1/sessions', headers: bearer(token) })).statusCode === 401;
      await eventually(isOut, 1000);
    }
  });

  it('ignores method overrides', async () => {
    const overrides = {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-http-method': 'DELETE',
    };
    const response = await test.inject({
      method: 'GET',
      url: '/v1/sessions?_method=DELETE',
      headers: { ...bearer(tokens.token), ...overrides },
    });
    assert.equal(response.statusCode, 200);
    assertErrorAnswer(await test.inject({ method: 'GET', url: '/v1/sessions/x', headers: overrides }), 405);
  });

  it('answers bombs of 64 KiB within moments', async () => {
    const bombs = ['['.repeat(65_536), '{"a":'.repeat(13_000), '"'.repeat(65_536), `"${'\\'.repeat(65_000)}`];
    for (const bomb of bombs) {
      await send(bomb, json);
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const startedAt = performance.now();
        assertErrorAnswer(await send(bomb, json), 400);
        times.push(performance.now() - startedAt);
      }
      assert.ok(Math.min(...times) < 10, `${Math.min(...times)} ms`);
    }
  });
});
