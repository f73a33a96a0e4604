// Slow clients take real time to cut: this file is left out of the quick tier.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { findErrorFault } from '../../../test/support/error-answers.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { exchange, listen, readAnswers } from '../../../test/support/wire.ts';

const SOCKETS = 100;
const SLACK_MS = 1000;
const HEAD = 'POST /v1/probe/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

type Slow = { name: string; first: string; drip: string; cutWithinMs: number };

const KINDS: readonly Slow[] = [
  {
    name: 'headers that never end',
    first: 'GET /health/live HTTP/1.1\r\nHost: a\r\n',
    drip: 'X-A: b\r\n',
    cutWithinMs: 6000,
  },
  {
    name: 'a header that never ends',
    first: 'GET /health/live HTTP/1.1\r\nHost: a\r\nX: ',
    drip: 'a',
    cutWithinMs: 6000,
  },
  { name: 'a first line that never ends', first: 'GET /', drip: 'a', cutWithinMs: 6000 },
  { name: 'a body that drips', first: `${HEAD}Content-Length: 1000\r\n\r\n`, drip: ' ', cutWithinMs: 11_000 },
  {
    name: 'a chunked body that drips',
    first: `${HEAD}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\n \r\n',
    cutWithinMs: 11_000,
  },
  { name: 'a body that stops', first: `${HEAD}Content-Length: 1000\r\n\r\n{`, drip: '', cutWithinMs: 11_000 },
];

type Cut = { kind: Slow; afterMs: number; text: string };

function drip(port: number, kind: Slow): Promise<Cut> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let text = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(kind.first));
    const timer = setInterval(() => socket.writable && socket.write(kind.drip), 400);
    const giveUp = setTimeout(() => socket.destroy(), 20_000);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(giveUp);
      resolve({ kind, afterMs: performance.now() - startedAt, text });
    });
  });
}

describe('slow clients', () => {
  const probe = createProbe();
  let test: TestApi;
  let port: number;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes, env: { FAROL_MAX_IN_FLIGHT: '150' } });
    port = await listen(test);
  });
  after(() => test.close());

  it(`are cut with 408 in time, ${SOCKETS} in their headers and ${SOCKETS} in their bodies, while others are served`, async () => {
    const headers = Array.from({ length: SOCKETS }, (_, index) => drip(port, KINDS[index % 3] as Slow));
    const bodies = Array.from({ length: SOCKETS }, (_, index) => drip(port, KINDS[3 + (index % 3)] as Slow));
    const cutting = Promise.all([...headers, ...bodies]);
    const state = { isOver: false };
    void cutting.then(() => {
      state.isOver = true;
    });
    const times: number[] = [];
    while (!state.isOver) {
      const startedAt = performance.now();
      const { answers } = await exchange(
        port,
        ['GET /v1/probe/marker HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
        { answers: 1 },
      );
      assert.equal(answers[0]?.status, 200);
      times.push(performance.now() - startedAt);
      await sleep(50);
    }
    for (const { kind, afterMs, text } of await cutting) {
      assert.ok(afterMs <= kind.cutWithinMs + SLACK_MS, `${kind.name}: ${afterMs} ms`);
      const { answers } = readAnswers(text);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [408],
        kind.name,
      );
      assert.equal(findErrorFault(answers[0] ?? { status: 0, headers: {}, body: '{}' }), null);
    }
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    assert.ok(times.length > 50 && p99 < 1000, `${times.length} requests, p99 ${p99} ms`);
  });

  it('leave no place taken behind them', async () => {
    const held = Array.from({ length: 149 }, () => test.inject({ url: '/v1/probe/hold' }));
    await sleep(200);
    assert.equal(probe.holding(), 149);
    assert.equal((await test.inject({ url: '/v1/probe/marker' })).statusCode, 200);
    probe.release();
    await Promise.all(held);
  });
});
