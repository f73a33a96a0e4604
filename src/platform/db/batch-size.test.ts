import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBatchSize } from './batch-size.ts';

describe('the size of the next batch', () => {
  it('is everybody who waits, while they are few', () => {
    const sizeOf = createBatchSize(256);
    assert.deepEqual(
      [1, 5, 15].map((waiting) => sizeOf(waiting, 0)),
      [1, 5, 15],
    );
  });

  it('is half of many, and all of what follows behind it', () => {
    const sizeOf = createBatchSize(256);
    assert.equal(sizeOf(64, 0), 32);
    assert.equal(sizeOf(32, 32), 32);
  });

  it('is not halved again once the halves take turns', () => {
    const sizeOf = createBatchSize(256);
    sizeOf(64, 0);
    sizeOf(32, 32);
    assert.equal(sizeOf(30, 0), 30);
  });

  it('leaves the others to take turns with when most have come back at once', () => {
    const sizeOf = createBatchSize(256);
    sizeOf(64, 0);
    assert.equal(sizeOf(44, 0), 32);
    assert.equal(sizeOf(44, 20), 32);
  });

  it('forgets a crowd that has gone', () => {
    const sizeOf = createBatchSize(256);
    sizeOf(200, 0);
    for (let batch = 0; batch < 200; batch += 1) sizeOf(1, 0);
    assert.equal(sizeOf(40, 0), 20);
  });

  it('is never more than the most, nor nobody when somebody waits', () => {
    const sizeOf = createBatchSize(256);
    assert.equal(sizeOf(4096, 0), 256);
    assert.equal(sizeOf(4000, 256), 256);
    assert.equal(sizeOf(1, 256), 1);
  });
});
