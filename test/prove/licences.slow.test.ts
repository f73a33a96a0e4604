// The short forms of what is done to the look-up of licences, and the proof that each of them finds its bug.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invariant } from './checker.ts';
import type { LicenceBug } from './licences/planted-bugs.ts';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('a licence is fetched, kept and told once, whatever happens', () => {
  it('when 500 are asked for at once', () => assertHolds('cnh-flood'));
  it('when workers are killed in the middle of 500', () => assertHolds('cnh-kills'));
  it('when workers wake up after another one took their requests', () => assertHolds('cnh-zombies'));
  it('when the source keeps calls waiting', () => assertHolds('cnh-slow'));
  it('when the source answers with broken bytes', () => assertHolds('cnh-broken'));
  it('when the source is out of order and comes back', () => assertHolds('cnh-outage'));
  it('when the source answers about somebody else', () => assertHolds('cnh-lies'));

  async function assertFound(
    bug: LicenceBug,
    { scenario, times, invariant }: { scenario: string; times: number; invariant: Invariant },
  ): Promise<void> {
    const { faults } = await run(scenario, { bug, times });
    assert.ok(faults[invariant].length > 0, `${bug} was not found by ${invariant}`);
  }

  it('is not claimed when each is fetched twice', () =>
    assertFound('licence-fetched-twice', { scenario: 'cnh-flood', times: 20, invariant: 'I4' }));
  it('is not claimed when a job is ended before its work', () =>
    assertFound('licence-job-ended-early', { scenario: 'cnh-kills', times: 1, invariant: 'I3' }));
  it('is not claimed when a request is settled without naming its attempt', () =>
    assertFound('licence-settled-without-attempt', { scenario: 'cnh-zombies', times: 2, invariant: 'I5' }));
  it('is not claimed when a call has no deadline', () =>
    assertFound('licence-deadline-ignored', { scenario: 'cnh-slow', times: 5, invariant: 'SL' }));
  it('is not claimed when broken answers are read as far as they go', () =>
    assertFound('licence-half-read', { scenario: 'cnh-broken', times: 10, invariant: 'I9' }));
  it('is not claimed when waiting costs attempts', () =>
    assertFound('licence-attempts-burnt', { scenario: 'cnh-outage', times: 40, invariant: 'SL' }));
  it('is not claimed when an answer may be about anybody', () =>
    assertFound('licence-of-anybody', { scenario: 'cnh-lies', times: 2, invariant: 'I9' }));
});
