import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeTry, nameFault } from './rules.ts';
import { createSlots } from './slots.ts';

const HOUR_MS = 3_600_000;

test('takes 2xx alone for delivered', () => {
  for (const status of [200, 201, 202, 204, 299]) {
    assert.equal(judgeTry({ status }, 0, 0.5).status, 'DELIVERED', String(status));
  }
  for (const status of [100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 408, 410, 429, 500, 503, 599]) {
    assert.equal(judgeTry({ status }, 0, 0.5).status, 'PENDING', String(status));
  }
  assert.equal(judgeTry({ fault: 'TIMEOUT' }, 0, 0.5).status, 'PENDING');
});

test('tries ten times, which takes three days with all chance against it and less than four with all for it', () => {
  const sumOf = (chance: number): number =>
    Array.from({ length: 9 }, (_, tries) => judgeTry({ status: 500 }, tries, chance).delayMs).reduce(
      (sum, delayMs) => sum + delayMs,
    );
  assert.ok(sumOf(0) >= 72 * HOUR_MS, `${sumOf(0) / HOUR_MS} hours`);
  assert.ok(sumOf(1) <= 96 * HOUR_MS, `${sumOf(1) / HOUR_MS} hours`);
  assert.equal(judgeTry({ status: 500 }, 9, 0.5).status, 'EXHAUSTED');
  assert.equal(judgeTry({ status: 500 }, 0, 0).delayMs, 4500);
  assert.equal(judgeTry({ status: 500 }, 0, 1).delayMs, 5500);
});

test('waits as long as it is asked to, never less than it would, and never more than a day', () => {
  assert.equal(judgeTry({ status: 429, retryAfterMs: HOUR_MS }, 0, 0.5).delayMs, HOUR_MS);
  assert.equal(judgeTry({ status: 429, retryAfterMs: 1000 }, 1, 0.5).delayMs, 300_000);
  assert.equal(judgeTry({ status: 503, retryAfterMs: 999 * HOUR_MS }, 0, 0.5).delayMs, 24 * HOUR_MS);
});

test('notices who is gone, at the last try too', () => {
  assert.equal(judgeTry({ status: 410 }, 0, 0.5).isGone, true);
  assert.deepEqual(judgeTry({ status: 410 }, 9, 0.5), { status: 'EXHAUSTED', delayMs: 0, isGone: true });
});

test('names why there was no answer in words of our own', () => {
  const named = (faultCode: string, sent: string, vendorCode?: string) =>
    nameFault({ faultCode, sent, vendorCode });
  assert.equal(named('UPSTREAM', 'NO', 'ADDRESS_REFUSED'), 'ADDRESS_REFUSED');
  assert.equal(named('UPSTREAM', 'NO', 'NOT_HTTPS'), 'ADDRESS_REFUSED');
  assert.equal(named('UPSTREAM', 'NO', 'CERT_HAS_EXPIRED'), 'CERTIFICATE');
  assert.equal(named('SOURCE_DOWN', 'NO', 'ECONNREFUSED'), 'UNREACHABLE');
  assert.equal(named('SOURCE_DOWN', 'MAYBE'), 'CONNECTION_BROKEN');
  assert.equal(named('BAD_SHAPE', 'ANSWERED'), 'NOT_HTTP');
  assert.equal(named('TIMEOUT', 'MAYBE'), 'TIMEOUT');
});

test('keeps half of the room from those in trouble, and gives each of them a single place', () => {
  const slots = createSlots({ all: 8, perEndpoint: 3 });
  ['a', 'b', 'c', 'd'].forEach((id) => slots.begin(id, { isTroubled: true }));
  assert.deepEqual([slots.free(true), slots.free(false)], [0, 4]);
  slots.begin('well', { isTroubled: false });
  assert.deepEqual([...slots.rooms(false)].at(-1), ['well', 2]);
  assert.equal(slots.rooms(true).get('a'), 0);
  assert.equal(slots.roomOfOthers(true), 1);
  slots.end('a', { isTroubled: false });
  assert.deepEqual([slots.free(true), slots.free(false), slots.count()], [1, 4, 4]);
  assert.deepEqual(slots.troubledIds(), ['b', 'c', 'd']);
});
