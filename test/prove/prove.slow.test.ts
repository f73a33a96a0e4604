// The short forms of what `npm run prove` does at length, and the proof that the checker finds what it looks for.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Invariant } from './checker.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { openShortForms } from './short-forms.ts';

const { run, assertHolds } = await openShortForms();

describe('effects happen once, whatever happens', () => {
  it('when API processes are killed under load', () => assertHolds('api-kills'));
  it('when the whole database is killed under load', () => assertHolds('database-kills'));
  it('when answers are lost after the work was done', () => assertHolds('lost-answers'));
  it('when 500 creates race for 100 units', () => assertHolds('quota-race'));

  async function assertFound(
    bug: PlantedBug,
    { scenario, times, invariant }: { scenario: string; times: number; invariant: Invariant },
  ): Promise<void> {
    const proof = await run(scenario, { bug, times });
    assert.ok(proof.faults[invariant].length > 0, `${bug} was not found by ${invariant}`);
  }

  it('is not claimed when an answer is not kept under its key', () =>
    assertFound('answers-not-kept', { scenario: 'lost-answers', times: 10, invariant: 'I2' }));
  it('is not claimed when events are numbered at their insert', () =>
    assertFound('events-numbered-at-insert', { scenario: 'lost-answers', times: 5, invariant: 'EV' }));
  it('is not claimed when audit rows are not linked', () =>
    assertFound('audit-not-linked', { scenario: 'lost-answers', times: 5, invariant: 'I8' }));
  it('is not claimed when units are charged without a line', () =>
    assertFound('charge-without-line', { scenario: 'lost-answers', times: 5, invariant: 'I6' }));
  it('is not claimed when an answer goes out before its commit', () =>
    assertFound('answer-before-commit', { scenario: 'database-kills', times: 4, invariant: 'I1' }));
});
