import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Transaction } from './run-transaction.ts';
import { rememberReads } from './snapshot-reads.ts';

describe('reads of one snapshot', () => {
  it('put the same question once, also side by side, and another one by itself', async () => {
    const asked: unknown[] = [];
    const tx = {
      prepared: async (name: string, _sql: string, values: readonly unknown[]) => {
        asked.push([name, values]);
        return [{ answer: asked.length }];
      },
    } as unknown as Transaction;
    const remembering = rememberReads(tx);
    const ask = (name: string, value: string) =>
      remembering.prepared<{ answer: number }>(name, 'select', [value]);
    const answers = await Promise.all([ask('one', 'a'), ask('one', 'a'), ask('one', 'b'), ask('two', 'a')]);
    answers.push(await ask('one', 'b'));
    assert.deepEqual(
      answers.map(([row]) => row?.answer),
      [1, 1, 2, 3, 2],
    );
    assert.equal(asked.length, 3);
  });
});
