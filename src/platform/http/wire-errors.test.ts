import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { findErrorFault } from '../../../test/support/error-answers.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { wireCases } from '../../../test/support/wire-cases.ts';
import type { WireCase } from '../../../test/support/wire-cases.ts';
import { exchange, listen, readAnswers } from '../../../test/support/wire.ts';

const MARKER = 'GET /v1/probe/marker HTTP/1.1\r\nHost: a\r\n\r\n';
const LATER = 'GET /v1/probe/later HTTP/1.1\r\nHost: a\r\n\r\n';
const isMarker = (body: string | undefined): boolean => body === '{"seen":"\\"marker\\""}';

describe('on the wire', () => {
  const probe = createProbe();
  let test: TestApi;
  let port: number;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes });
    port = await listen(test);
  });
  after(() => test.close());

  async function judge({ name, bytes, statuses, goesOn }: WireCase): Promise<string[]> {
    // In one write, in two, and with the body apart: what is smuggled depends on where one message ends and the next begins.
    const faults: string[] = [];
    const headEnd = bytes.indexOf('\r\n\r\n') + 4;
    for (const steps of [
      [bytes + MARKER],
      [bytes, 15, MARKER],
      [bytes.slice(0, headEnd), 15, bytes.slice(headEnd) + MARKER],
    ]) {
      const { answers, isClosed, rest } = await exchange(port, steps, { answers: 2, quietMs: 25 });
      const [first, second] = answers;
      const isFirstRight = first === undefined ? statuses.length === 0 : statuses.includes(first.status);
      const isEndRight = goesOn
        ? answers.length === 2 && isMarker(second?.body)
        : isClosed && answers.length <= 1;
      if (!isFirstRight || !isEndRight || rest !== '' || isMarker(first?.body)) {
        faults.push(
          `${name}: ${answers.map(({ status }) => status).join(', ')} ${isClosed ? 'closed' : 'open'} ${rest}`,
        );
      }
      if (first !== undefined && first.status >= 400) {
        const fault = findErrorFault(first);
        faults.push(...(fault === null ? [] : [`${name}: ${fault}`]));
      }
    }
    return faults;
  }

  it(`reads each of ${wireCases.length} requests in one way or refuses it, and never answers the wrong one`, async () => {
    assert.ok(wireCases.length >= 100);
    const faults: string[] = [];
    for (let start = 0; start < wireCases.length; start += 12) {
      const some = await Promise.all(wireCases.slice(start, start + 12).map(judge));
      faults.push(...some.flat());
    }
    assert.deepEqual(faults, []);
    assert.equal(probe.seen.includes('smuggled'), false);
  });

  it('answers pipelined requests in their order, the slow one first', async () => {
    const { answers } = await exchange(port, [LATER + MARKER + LATER + MARKER], { answers: 4 });
    assert.deepEqual(
      answers.map(({ body }) => JSON.parse(JSON.parse(body).seen)),
      ['later', 'marker', 'later', 'marker'],
    );
  });

  it('finishes the request that is under way before it refuses what is broken behind it', async () => {
    for (const broken of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/1.1\r\nX : y\r\n\r\n',
      '\x16\x03\x01',
      `GET /${'a'.repeat(20_000)}`,
    ]) {
      const { answers, isClosed } = await exchange(port, [LATER + broken], { answers: 3 });
      assert.equal(answers[0]?.body, '{"seen":"\\"later\\""}', broken.slice(0, 10));
      assert.ok(answers.length === 1 || [400, 431].includes(answers[1]?.status ?? 0));
      assert.equal(isClosed, true);
    }
  });

  it('drops a client that has closed its half, or answers it, but never with another answer than its own', async () => {
    const { answers, isClosed } = await exchange(port, [LATER, null], { answers: 1 });
    assert.ok(isClosed || answers[0]?.body === '{"seen":"\\"later\\""}');
    const head =
      'POST /v1/probe/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const cut = await exchange(port, [head, null], { answers: 1 });
    assert.ok(cut.isClosed);
    assert.ok(cut.answers.every(({ status }) => status === 400));
  });

  it('tells a client that asks to go on, and lets one go on that does not wait', async () => {
    const head =
      'POST /v1/probe/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';
    for (const steps of [[head, 40, `{}${MARKER}`], [`${head}{}${MARKER}`]]) {
      const { answers } = await exchange(port, steps, { answers: 3 });
      assert.deepEqual(
        answers.map(({ status }) => status),
        [100, 200, 200],
      );
      assert.ok(isMarker(answers[2]?.body));
    }
  });

  it('takes a request that comes byte by byte', async () => {
    const bytes = MARKER.split('').flatMap((byte) => [byte, 1]);
    const { answers } = await exchange(port, bytes, { answers: 1 });
    assert.ok(isMarker(answers[0]?.body));
  });

  it('gives its refusals the headers of every other answer', async () => {
    const { answers } = await exchange(port, ['GARBAGE\r\n\r\n'], { answers: 1 });
    const regular = await test.inject({ url: '/nowhere' });
    const [{ headers } = { headers: {} as Record<string, string> }] = answers;
    for (const name of Object.keys(regular.headers)) {
      if (!['date', 'keep-alive', 'connection'].includes(name)) {
        assert.ok(headers[name] !== undefined, name);
      }
    }
    assert.equal(headers['connection'], 'close');
    assert.match(headers['x-request-id'] ?? '', /^[A-Za-z0-9._-]{8,64}$/);
  });

  it('serves on after all of that', async () => {
    assert.equal((await test.inject({ url: '/health/live' })).statusCode, 200);
    assert.deepEqual(readAnswers('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1').rest, 'HTTP/1.1');
  });
});
