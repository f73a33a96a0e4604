// The short forms of what is done to workers, and the proof that a worker without a fence is found.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('jobs have one effect, whatever happens to their workers', () => {
  it('when they are killed and stopped under load', () => assertHolds('worker-kills'));
  it('when they wake up after another one took their jobs', () => assertHolds('zombie-workers'));
  it('when jobs crash them', () => assertHolds('poison'));

  it('is not claimed when a job is settled without naming its attempt', async () => {
    const { faults } = await run('zombie-workers', { bug: 'settled-without-attempt' });
    assert.ok(faults.I4.length > 0, 'a second effect was not found by I4');
    assert.ok(faults.I5.length > 0, 'the stale attempt was not found by I5');
  });
});
