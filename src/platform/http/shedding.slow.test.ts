import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApi } from '../../../test/support/api.ts';
import type { TestApi } from '../../../test/support/api.ts';
import { assertErrorAnswer } from '../../../test/support/error-answers.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { createProbe } from '../../../test/support/probe.ts';
import { exchange, listen } from '../../../test/support/wire.ts';

const LIMIT = 3;

describe('shedding by requests in flight', () => {
  const probe = createProbe();
  let test: TestApi;
  let port: number;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes, env: { FAROL_MAX_IN_FLIGHT: String(LIMIT) } });
    port = await listen(test);
  });
  after(() => test.close());

  const marker = () => test.inject({ url: '/v1/probe/marker' });
  const hold = () => test.inject({ url: '/v1/probe/hold' });

  /** Fills the process up to its limit, looks, and lets everything go. */
  async function whileFull(look: () => Promise<void>): Promise<void> {
    const held = Array.from({ length: LIMIT }, hold);
    try {
      await eventually(() => probe.holding() === LIMIT, 2000);
      await look();
    } finally {
      probe.release();
    }
    const answers = await Promise.all(held);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    );
  }

  it('answers the surplus at once with 503 and when to come again, and health as ever', async () => {
    await whileFull(async () => {
      const startedAt = performance.now();
      const surplus = await Promise.all(Array.from({ length: 20 }, marker));
      surplus.forEach((answer) => assertErrorAnswer(answer, 503));
      assert.ok(performance.now() - startedAt < 500, 'at once');
      assert.equal(surplus[0]?.headers['retry-after'], '1');
      assert.equal((await test.inject({ url: '/health/live' })).statusCode, 200);
      assert.equal((await test.inject({ url: '/health/ready' })).statusCode, 200);
      // Past the check against the description, which has nothing to say about unknown paths.
      assertErrorAnswer(await test.api.app.inject({ url: '/nowhere' }), 503);
    });
    assert.equal((await marker()).statusCode, 200);
  });

  it('counts right after requests that never became one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await test.inject({ method: 'DELETE', url: '/v1/sessions/%zz' });
      await test.inject({ method: 'DELETE', url: `/v1/sessions/${'a'.repeat(300)}` });
      await exchange(port, ['GET /health/live HTTP/1.1\r\n\r\n'], { answers: 1, quietMs: 0 });
      await exchange(port, ['GARBAGE\r\n\r\n'], { answers: 1, quietMs: 0 });
    }
    await whileFull(async () => assertErrorAnswer(await marker(), 503));
    assert.equal((await marker()).statusCode, 200);
  });

  it('gives the place of a client that went away to the next, in the body or while it waited', async () => {
    const bytes = [
      'POST /v1/probe/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
      'POST /v1/probe/body HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a',
      'GET /v1/probe/later HTTP/1.1\r\nHost: a\r\n\r\n',
      'GET /v1/probe/later HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n',
    ];
    for (const text of bytes) {
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        for (let count = 0; count < LIMIT + 1; count += 1) {
          const socket = connect(port, '127.0.0.1');
          socket.on('error', () => undefined);
          socket.write(text);
          await sleep(15);
          socket[leave]();
        }
        await eventually(
          async () => (await test.api.app.inject({ url: '/v1/probe/marker' })).statusCode === 200,
          1500,
        );
      }
    }
    // The last of them are still being worked on for a moment.
    await sleep(200);
    await whileFull(async () => assertErrorAnswer(await marker(), 503));
  });

  it('serves what arrives on an open connection while it closes, in its usual shape', async () => {
    const closing = await startTestApi({
      addRoutes: probe.addRoutes,
      database: test.database,
      env: { FAROL_KEY_FILE: test.config.keyFile },
    });
    const address = await listen(closing);
    const first = 'GET /v1/probe/later HTTP/1.1\r\nHost: a\r\n\r\n';
    const both = exchange(address, [first, 20, 'GET /v1/probe/marker HTTP/1.1\r\nHost: a\r\n\r\n'], {
      answers: 2,
    });
    await sleep(40);
    await Promise.all([closing.close(), both]);
    const { answers } = await both;
    assert.equal(answers[0]?.status, 200);
    for (const answer of answers) {
      assert.ok(answer.headers['x-request-id']);
      assert.ok(
        answer.status === 200 || Object.keys(JSON.parse(answer.body)).toSorted().join() === 'error,message',
      );
    }
  });
});

describe('shedding by the delay of the process', () => {
  const probe = createProbe();
  let test: TestApi;
  before(async () => {
    test = await startTestApi({ addRoutes: probe.addRoutes, env: { FAROL_MAX_EVENT_LOOP_DELAY_MS: '150' } });
  });
  after(() => test.close());

  it('does not refuse the first requests of a fresh process', async () => {
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await test.inject({ url: '/v1/probe/marker' })).statusCode, 200);
      await sleep(10);
    }
  });

  it('refuses while the process lags, never health, and serves again when it has caught up', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 12 && !statuses.has(503); count += 1) {
      const [blocked, health] = await Promise.all([
        test.inject({ url: '/v1/probe/block?ms=600' }),
        test.inject({ url: '/health/live' }),
      ]);
      statuses.add(blocked.statusCode);
      assert.equal(health.statusCode, 200);
      if (blocked.statusCode === 503) {
        assertErrorAnswer(blocked, 503);
      }
      await sleep(1);
    }
    assert.ok(statuses.has(503), [...statuses].join());
    await eventually(async () => (await test.inject({ url: '/v1/probe/marker' })).statusCode === 200, 3000);
  });
});
