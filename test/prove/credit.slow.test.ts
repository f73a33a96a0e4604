// The short forms of what a source does to the credit register, and the proof that they find their bugs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invariant } from './checker.ts';
import type { CreditBug } from './credit/planted-bugs.ts';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('whoever asks the credit register is told their own figures or gets their unit back', () => {
  it('when the source is out of order and comes back', () => assertHolds('scr-outage'));
  it('when the source hangs, for some for ever', () => assertHolds('scr-slow'));
  it('when the source answers about somebody else, or with broken bytes', () => assertHolds('scr-lies'));

  async function assertFound(
    bug: CreditBug,
    { scenario, invariant }: { scenario: string; invariant: Invariant },
  ): Promise<void> {
    const { faults } = await run(scenario, { bug, times: 8 });
    assert.ok(faults[invariant].length > 0, `${bug} was not found by ${invariant}`);
  }

  it('is not claimed when what failed is not given back', () =>
    assertFound('scr-not-refunded', { scenario: 'scr-slow', invariant: 'I6' }));
  it('is not claimed when the figures may be anybody’s', () =>
    assertFound('scr-of-anybody', { scenario: 'scr-lies', invariant: 'I9' }));
});
