import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, GOOD_BODY, openTestClient, startUpstream } from './fixtures/upstream.ts';

const JOBS = 2000;
const PER_SECOND = 400;
const OUTAGE_MS = 4000;
const MOST_ATTEMPTS = 5;

test('brings all waiting work through an outage without burning attempts or drowning the source', async (t) => {
  const startedAt = performance.now();
  const isUp = (): boolean => performance.now() - startedAt > OUTAGE_MS;
  const arrivals: number[] = [];
  let askedWhileDown = 0;
  const upstream = await startUpstream((_request, response) => {
    if (isUp()) {
      arrivals.push(performance.now());
      response.writeHead(200, { 'content-type': 'application/json' }).end(GOOD_BODY);
    } else {
      askedWhileDown += 1;
      response.writeHead(503).end();
    }
  });
  const { client } = openTestClient(upstream.url, {
    perSecond: PER_SECOND,
    concurrency: 40,
    queue: 400,
    breaker: { failures: 5, windowMs: 10_000, probeAfterMs: 300 },
    repeats: { most: 1, firstDelayMs: 20 },
  });
  let openedAfterMs = 0;
  const runJob = async (): Promise<number> => {
    for (let burnt = 0; burnt < MOST_ATTEMPTS;) {
      const outcome = await client.ask(ask());
      if (outcome.kind === 'ready') return burnt;
      assert.ok(outcome.kind === 'failed');
      if (outcome.fault.vendorCode === 'BREAKER_OPEN') openedAfterMs ||= performance.now() - startedAt;
      burnt += outcome.fault.waitMs === undefined ? 1 : 0;
      await sleep(outcome.fault.waitMs ?? 200);
    }
    return MOST_ATTEMPTS;
  };
  const burnt = await Promise.all(Array.from({ length: JOBS }, runJob));
  assert.equal(burnt.filter((count) => count === MOST_ATTEMPTS).length, 0, 'no job is dead');
  assert.ok(openedAfterMs < 10_000);
  assert.ok(askedWhileDown < 200, `${askedWhileDown} questions reached a source that was down`);
  const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000;
  const rate = (arrivals.length - 1) / seconds;
  assert.ok(rate <= PER_SECOND * 1.05, `${rate.toFixed(0)} a second after the recovery`);
  t.diagnostic(
    `${JOBS} jobs; breaker open after ${openedAfterMs.toFixed(0)} ms; ${askedWhileDown} questions while down; ` +
      `attempts burnt: ${burnt.reduce((sum, count) => sum + count, 0)}; drained at ${rate.toFixed(0)} of ${PER_SECOND} a second`,
  );
});
