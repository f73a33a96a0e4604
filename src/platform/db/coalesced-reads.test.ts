import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FarolError } from '../../errors.ts';
import { coalesceReads } from './coalesced-reads.ts';

const double = async (keys: readonly number[]): Promise<number[]> => {
  await sleep(2);
  return keys.map((key) => key * 2);
};

describe('coalesced reads', () => {
  it('answers each member its own value', async () => {
    const reads = coalesceReads({ readBatch: double });
    const keys = Array.from({ length: 1000 }, (_, index) => index);
    assert.deepEqual(
      await Promise.all(keys.map((key) => reads.read(key))),
      keys.map((key) => key * 2),
    );
    assert.ok(reads.counters.batches < 20, `${reads.counters.batches} batches for 1,000 reads`);
  });

  it('sends at most so many in a batch and has at most two under way', async () => {
    let underWay = 0;
    let most = 0;
    const sizes: number[] = [];
    const reads = coalesceReads<number, number>({
      maxBatch: 10,
      readBatch: async (keys) => {
        underWay += 1;
        most = Math.max(most, underWay);
        sizes.push(keys.length);
        const values = await double(keys);
        underWay -= 1;
        return values;
      },
    });
    await Promise.all(Array.from({ length: 95 }, (_, index) => reads.read(index)));
    assert.equal(most, 2);
    assert.equal(Math.max(...sizes), 10);
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      95,
    );
  });

  it('answers 503 at once when the queue is full, and goes on with those in it', async () => {
    const reads = coalesceReads({ readBatch: double, maxQueued: 5 });
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => reads.read(index)));
    const refused = results.filter((result) => result.status === 'rejected');
    assert.equal(refused.length, 3);
    assert.ok(refused.every(({ reason }) => reason instanceof FarolError && reason.status === 503));
    assert.equal(reads.counters.refused, 3);
    assert.equal(await reads.read(7), 14);
  });

  it('fails only the member whose value the database cannot take', async () => {
    const reads = coalesceReads<number, number>({
      readBatch: async (keys) => {
        if (keys.includes(13)) {
          throw Object.assign(new Error('invalid value'), { code: '22P02' });
        }
        return double(keys);
      },
    });
    const results = await Promise.allSettled([1, 13, 3].map((key) => reads.read(key)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('fails the whole batch when the database is gone, and works again afterwards', async () => {
    let isGone = true;
    const reads = coalesceReads<number, number>({
      readBatch: (keys) => (isGone ? Promise.reject(new FarolError('UNAVAILABLE')) : double(keys)),
    });
    const results = await Promise.allSettled([1, 2].map((key) => reads.read(key)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isGone = false;
    assert.equal(await reads.read(4), 8);
  });

  it('drops a member that was cancelled while it waited, and nobody else', async () => {
    const seen: number[] = [];
    const reads = coalesceReads<number, number>({
      maxInFlight: 1,
      readBatch: async (keys) => {
        seen.push(...keys);
        return double(keys);
      },
    });
    const first = reads.read(1);
    const cancel = new AbortController();
    await sleep(1);
    const second = reads.read(2, cancel.signal);
    const third = reads.read(3);
    cancel.abort(new Error('gone'));
    const [, cancelled, kept] = await Promise.allSettled([first, second, third]);
    assert.equal(cancelled.status, 'rejected');
    assert.equal(kept.status, 'fulfilled');
    assert.deepEqual(seen, [1, 3]);
  });
});
