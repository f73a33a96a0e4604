// The short form of what is done to analyses, and the proof that it finds each bug.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnalysisBug } from './analyses/planted-bugs.ts';
import type { Invariant } from './checker.ts';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('an analysis is charged, searched for and told once, and tells one list', () => {
  it('when workers and APIs are killed and answers are lost', () => assertHolds('analysis-kills'));

  async function assertFound(
    bug: AnalysisBug,
    { times, invariant }: { times: number; invariant: Invariant },
  ): Promise<void> {
    const { faults } = await run('analysis-kills', { bug, times });
    assert.ok(faults[invariant].length > 0, `${bug} was not found by ${invariant}`);
  }

  it('is not claimed when a failed one is not given back', () =>
    assertFound('analysis-not-refunded', { times: 1, invariant: 'I6' }));
  it('is not claimed when its job is ended before its work', () =>
    assertFound('analysis-job-ended-early', { times: 2, invariant: 'I3' }));
  it('is not claimed when a case is missing in the frozen list', () =>
    assertFound('analysis-list-cut', { times: 1, invariant: 'I9' }));
  it('is not claimed when a search is begun again', () =>
    assertFound('analysis-searched-again', { times: 2, invariant: 'I4' }));
});
