// Each scenario of licences finds the bug that it is there for. Beside licences.slow.test.ts, so that both run at once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invariant } from './checker.ts';
import type { LicenceBug } from './licences/planted-bugs.ts';
import { openShortForms } from './short-forms.ts';

const { run } = await openShortForms();

describe('that a licence is fetched, kept and told once', () => {
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
