import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLoop } from './open-loop.ts';

test('callers come at their pace, however long the answers take', async () => {
  let open = 0;
  let mostOpen = 0;
  const indexes = await openLoop({ perSecond: 100, seconds: 0.2 }, async (index) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    await sleep(300);
    open -= 1;
    return index;
  });
  assert.deepEqual(
    indexes,
    Array.from({ length: 20 }, (_, index) => index),
  );
  assert.equal(mostOpen, 20);
});

test('a caller who is sent late is counted from when it was due', async () => {
  const waits = await openLoop({ perSecond: 100, seconds: 0.1 }, async (index, dueAtMs) => {
    const blockedUntil = performance.now() + (index === 0 ? 100 : 0);
    while (performance.now() < blockedUntil);
    return performance.now() - dueAtMs;
  });
  assert.ok((waits[1] ?? 0) >= 85, `${waits[1]} ms`);
});

test('a call that fails is told', async () => {
  const failing = openLoop({ perSecond: 100, seconds: 0.03 }, () => Promise.reject(new Error('refused')));
  await assert.rejects(failing, /refused/);
});
