import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from '@prometheus-io/client';
import { eventually } from '../../../test/support/eventually.ts';
import { createSourceFigures } from './figures.ts';
import { ask, GOOD_BODY, openTestClient, startRawUpstream, startUpstream } from './fixtures/upstream.ts';
import type { Fault, Outcome } from './outcome.ts';

const good = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD_BODY);
};

function faultOf(outcome: Outcome<unknown>): Fault {
  assert.ok(outcome.kind === 'failed', outcome.kind);
  return outcome.fault;
}

test('cuts off a source that is slow, at its headers and in its body', async () => {
  const silent = await startRawUpstream(() => undefined);
  const dripping = await startRawUpstream((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{');
    const drip = setInterval(() => socket.write(' '), 50);
    socket.on('close', () => clearInterval(drip));
  });
  for (const { url } of [silent, dripping]) {
    const { client } = openTestClient(url, { deadlineMs: 400 });
    const startedAt = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.ask(ask({ costCents: 5 }))));
    const tookMs = performance.now() - startedAt;
    for (const outcome of outcomes) {
      const fault = faultOf(outcome);
      assert.equal(fault.code, 'TIMEOUT');
      assert.equal(fault.retry, 'LATER');
      assert.equal(fault.maybeBilled, true);
    }
    assert.ok(tookMs < 3000, `${tookMs} ms`);
    assert.equal(client.state().inFlight, 0);
  }
});

test('repeats a harmless question and waits as long as the source asks', async () => {
  let asked = 0;
  const upstream = await startUpstream((_request, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(429, { 'retry-after': '1' }).end();
    else if (asked === 2) response.writeHead(503).end();
    else good(response);
  });
  const { client } = openTestClient(upstream.url, { repeats: { most: 2, firstDelayMs: 5 } });
  const startedAt = performance.now();
  assert.equal((await client.ask(ask())).kind, 'ready');
  assert.equal(asked, 3);
  assert.ok(performance.now() - startedAt >= 1000, 'Retry-After is kept');
});

test('says when to come back where the source wants more time than a call has', async () => {
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(429, { 'retry-after': '120' }).end();
  });
  const { client } = openTestClient(upstream.url, {
    repeats: { most: 2, firstDelayMs: 5 },
    longestWaitMs: 100,
  });
  const fault = faultOf(await client.ask(ask()));
  assert.deepEqual([fault.code, fault.retry, fault.waitMs], ['RATE_LIMITED', 'LATER', 120_000]);
  const next = faultOf(await client.ask(ask()));
  assert.equal(next.vendorCode, 'OWN_PACE', 'all others keep away as well');
  assert.ok((next.waitMs ?? 0) > 100_000);
});

test('never repeats a paid question once it may have arrived', async () => {
  let asked = 0;
  let fails = (response: ServerResponse): unknown => response.destroy();
  const upstream = await startUpstream((_request, response) => {
    asked += 1;
    fails(response);
  });
  const { client } = openTestClient(upstream.url, { repeats: { most: 3, firstDelayMs: 1 }, deadlineMs: 500 });
  const paid = ask({ method: 'POST', body: { x: 1 }, isRepeatable: false, costCents: 700 });
  const ways: readonly (readonly [typeof fails, string])[] = [
    [(response) => response.destroy(), 'SOURCE_DOWN'],
    [(response) => response.writeHead(500).end(), 'SOURCE_DOWN'],
    [(response) => response.writeHead(503, { 'retry-after': '0' }).end(), 'SOURCE_DOWN'],
    [(response) => response.writeHead(504).end(), 'TIMEOUT'],
    [(response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"cut'), 'BAD_SHAPE'],
    [() => undefined, 'TIMEOUT'],
  ];
  for (const [way, code] of ways) {
    fails = way;
    const before = asked;
    const fault = faultOf(await client.ask(paid));
    assert.deepEqual([fault.code, fault.maybeBilled, asked - before], [code, true, 1]);
  }
  let turnedAway = 0;
  fails = (response) => {
    turnedAway += 1;
    return turnedAway < 3 ? response.writeHead(429, { 'retry-after': '0' }).end() : good(response);
  };
  assert.equal((await client.ask(paid)).kind, 'ready', 'what was turned away at the door is put again');
  const refused = openTestClient('http://127.0.0.1:1', { repeats: { most: 1, firstDelayMs: 1 } });
  const unsent = faultOf(await refused.client.ask(paid));
  assert.deepEqual([unsent.code, unsent.maybeBilled], ['SOURCE_DOWN', false]);
});

test('opens the breaker on an outage, leaves the source alone, probes, and closes', async () => {
  let asked = 0;
  let isUp = false;
  const upstream = await startUpstream((_request, response) => {
    asked += 1;
    if (isUp) good(response);
    else response.writeHead(503).end();
  });
  const registry = new Registry();
  const { client } = openTestClient(upstream.url, {
    breaker: { failures: 5, windowMs: 10_000, probeAfterMs: 300 },
    figures: createSourceFigures(registry),
  });
  for (let call = 0; call < 5; call += 1) await client.ask(ask());
  assert.equal(client.state().breaker, 'open');
  const away = await Promise.all(Array.from({ length: 200 }, () => client.ask(ask())));
  for (const outcome of away) {
    const fault = faultOf(outcome);
    assert.deepEqual([fault.code, fault.vendorCode, fault.retry], ['SOURCE_DOWN', 'BREAKER_OPEN', 'LATER']);
    assert.ok((fault.waitMs ?? 0) > 0 && (fault.waitMs ?? 0) < 500);
  }
  assert.equal(asked, 5, 'an open breaker does not touch the source');
  await sleep(320);
  const probes = await Promise.all(Array.from({ length: 50 }, () => client.ask(ask())));
  assert.equal(asked, 6, 'one call probes, the others do not wait for it');
  assert.equal(probes.filter((outcome) => faultOf(outcome).vendorCode === 'BREAKER_OPEN').length, 49);
  const probe = probes.map(faultOf).find(({ vendorCode }) => vendorCode === 'HTTP_503');
  assert.ok((probe?.waitMs ?? 0) >= 200, 'whose probe failed is told when to come back, as the others are');
  isUp = true;
  await eventually(async () => (await client.ask(ask())).kind === 'ready', 3000);
  assert.equal(client.state().breaker, 'closed');
  const figures = await registry.metrics();
  assert.match(figures, /farol_source_breaker\{source="tested"\} 0/);
  assert.match(figures, /farol_source_calls_total\{[^}]*fault="SOURCE_DOWN"[^}]*\} 2/);
  assert.match(figures, /farol_source_call_seconds_count\{source="tested"\}/);
});

test('does not open the breaker for one document that keeps failing among others', async () => {
  const upstream = await startUpstream((request, response) => {
    if (request.url?.endsWith('bad') === true) response.writeHead(500).end();
    else good(response);
  });
  const { client } = openTestClient(upstream.url, {
    breaker: { failures: 3, windowMs: 10_000, probeAfterMs: 300 },
  });
  for (let round = 0; round < 10; round += 1) {
    assert.equal((await client.ask(ask())).kind, 'ready');
    faultOf(await client.ask(ask({ path: '/people/bad' })));
  }
  assert.equal(client.state().breaker, 'closed');
});

test('lets only so many in at once and sends the rest away', async () => {
  let now = 0;
  let most = 0;
  const upstream = await startUpstream((_request, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      good(response);
    }, 30);
  });
  const { client } = openTestClient(upstream.url, { concurrency: 4, queue: 6 });
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => client.ask(ask())));
  const turnedAway = outcomes.filter(({ kind }) => kind === 'failed').map(faultOf);
  assert.equal(most, 4);
  assert.equal(outcomes.filter(({ kind }) => kind === 'ready').length, 10);
  assert.ok(turnedAway.every(({ vendorCode, waitMs }) => vendorCode === 'OWN_BULKHEAD' && waitMs === 1000));
});

test('asks no faster than it may, so that a source that comes back is not drowned', async (t) => {
  const arrivals: number[] = [];
  const upstream = await startUpstream((_request, response) => {
    arrivals.push(performance.now());
    good(response);
  });
  const { client } = openTestClient(upstream.url, { perSecond: 100, concurrency: 200 });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 150 }, () => client.ask(ask())));
  const seconds = ((arrivals.at(-1) ?? 0) - startedAt) / 1000;
  const rate = 149 / seconds;
  assert.ok(rate <= 105, `${rate.toFixed(1)} a second`);
  t.diagnostic(`150 waiting questions left at ${rate.toFixed(1)} a second of 100 allowed`);
});

test('does not send what cannot be written as HTTP', async () => {
  const upstream = await startUpstream((_request, response) => good(response));
  const { client } = openTestClient(upstream.url);
  const fault = faultOf(await client.ask(ask({ headers: { 'x-cpf-usuario': 'a\r\nx-evil: 1' } })));
  assert.deepEqual([fault.code, fault.retry, upstream.connections()], ['UPSTREAM', 'NEVER', 0]);
});

test('ends without an outcome when whoever asked goes away', async () => {
  const upstream = await startRawUpstream(() => undefined);
  const { client } = openTestClient(upstream.url);
  const abort = new AbortController();
  const asking = client.ask(ask({ signal: abort.signal }));
  setTimeout(() => abort.abort(new Error('the job was lost')), 50);
  await assert.rejects(asking, /the job was lost/);
  await eventually(() => client.state().inFlight === 0, 1000);
});

test('tells what an answer cost and reports an answer about somebody else as an incident', async () => {
  let body = GOOD_BODY;
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const registry = new Registry();
  const { client, logged } = openTestClient(upstream.url, { figures: createSourceFigures(registry) });
  const answered = await client.ask(ask({ costCents: 66 }));
  assert.deepEqual(answered.meta.cost, { cents: 66, billable: true });
  assert.ok(client.state().lastSuccessAt instanceof Date);
  body = GOOD_BODY.replace('90010020055', '90010020136');
  const fault = faultOf(await client.ask(ask({ costCents: 66 })));
  assert.deepEqual(
    [fault.code, fault.vendorCode, fault.maybeBilled],
    ['BAD_SHAPE', 'SUBJECT_MISMATCH', true],
  );
  assert.match(logged(), /"incident":"privacy"/);
  assert.ok(!/900100/.test(logged()));
  assert.match(await registry.metrics(), /farol_source_subject_mismatches_total\{source="tested"\} 1/);
});

test('does not leave a source alone because those who asked have gone away', async () => {
  const silent = await startRawUpstream(() => undefined);
  const { client } = openTestClient(silent.url, {
    breaker: { failures: 3, windowMs: 10_000, probeAfterMs: 300 },
  });
  const abort = new AbortController();
  const asking = Array.from({ length: 10 }, () => client.ask(ask({ signal: abort.signal })));
  await eventually(() => client.state().inFlight === 10, 2000);
  abort.abort(new Error('the job was lost'));
  const ends = await Promise.allSettled(asking);
  assert.ok(ends.every(({ status }) => status === 'rejected'));
  assert.equal(client.state().breaker, 'closed');
});
