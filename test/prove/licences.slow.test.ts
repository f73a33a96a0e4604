// The short forms of what is done to the look-up of licences.
import { describe, it } from 'node:test';
import { openShortForms } from './short-forms.ts';

const { assertHolds } = await openShortForms();

describe('a licence is fetched, kept and told once, whatever happens', () => {
  it('when 500 are asked for at once', () => assertHolds('cnh-flood'));
  it('when workers are killed in the middle of 500', () => assertHolds('cnh-kills'));
  it('when workers wake up after another one took their requests', () => assertHolds('cnh-zombies'));
  it('when the source keeps calls waiting', () => assertHolds('cnh-slow'));
  it('when the source answers with broken bytes', () => assertHolds('cnh-broken'));
  it('when the source is out of order and comes back', () => assertHolds('cnh-outage'));
  it('when the source answers about somebody else', () => assertHolds('cnh-lies'));
});
