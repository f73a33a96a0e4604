// The short form of what is done to batches, and the proof that what is wrong in one of their analyses is found.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('each document of a batch is charged, analysed and told once', () => {
  it('when workers and APIs are killed and answers are lost', () => assertHolds('batch-kills'));

  it('is not claimed when a case is missing in a frozen list', async () => {
    const { faults } = await run('batch-kills', { bug: 'analysis-list-cut', times: 2 });
    assert.ok(faults.I9.length > 0, 'it was not found by I9');
  });
});
