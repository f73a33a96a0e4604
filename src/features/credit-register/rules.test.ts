import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../platform/http/caller.ts';
import { choosePayingOrganization, chooseSubscription, decideStep, referenceMonthOn } from './rules.ts';

test('the reference month is the newest that is closed: two months back', () => {
  assert.equal(referenceMonthOn('2026-11-15'), '2026-09');
  assert.equal(referenceMonthOn('2026-11-01'), '2026-09');
  assert.equal(referenceMonthOn('2027-01-31'), '2026-11');
  assert.equal(referenceMonthOn('2027-02-28'), '2026-12');
});

function callerWith(
  subscriptions: [organizationId: number, plans: number[]][],
): Pick<Caller, 'organizations'> {
  const organizations = subscriptions.map(([organizationId, plans]) => [
    organizationId,
    {
      organizationId,
      holderId: 1,
      role: 'admin' as const,
      plans: [
        { planId: 9, features: ['CNH' as const] },
        ...plans.map((planId) => ({ planId, features: ['SCR' as const] })),
      ],
    },
  ]);
  return { organizations: new Map(organizations as []) };
}

test('what is left out is taken from the one subscription with SCR', () => {
  const one = callerWith([
    [1, [5]],
    [2, []],
  ]);
  assert.deepEqual(chooseSubscription(one, {}), { kind: 'chosen', organizationId: 1, planId: 5 });
  const named = { organizationId: 2 };
  assert.deepEqual(chooseSubscription(one, named), { kind: 'chosen', organizationId: 2, planId: 5 });
  const none = callerWith([[1, []]]);
  assert.deepEqual(chooseSubscription(none, {}), {
    kind: 'chosen',
    organizationId: undefined,
    planId: undefined,
  });
});

test('with several subscriptions both must be named', () => {
  for (const several of [
    callerWith([[1, [5, 6]]]),
    callerWith([
      [1, [5]],
      [2, [5]],
    ]),
  ]) {
    assert.deepEqual(chooseSubscription(several, {}), { kind: 'ambiguous' });
    assert.deepEqual(chooseSubscription(several, { organizationId: 1 }), { kind: 'ambiguous' });
    assert.deepEqual(chooseSubscription(several, { planId: 5 }), { kind: 'ambiguous' });
    const whole = chooseSubscription(several, { organizationId: 1, planId: 5 });
    assert.deepEqual(whole, { kind: 'chosen', organizationId: 1, planId: 5 });
  }
});

test('where nothing is charged only organizations are told apart', () => {
  const twoPlans = callerWith([[1, [5, 6]]]);
  const chosen = { kind: 'chosen', planId: undefined };
  assert.deepEqual(choosePayingOrganization(twoPlans, undefined), { ...chosen, organizationId: 1 });
  const two = callerWith([
    [1, [5]],
    [2, [5]],
  ]);
  assert.deepEqual(choosePayingOrganization(two, undefined), { kind: 'ambiguous' });
  assert.deepEqual(choosePayingOrganization(two, 2), { ...chosen, organizationId: 2 });
  const none = callerWith([[1, []]]);
  assert.deepEqual(choosePayingOrganization(none, undefined), { ...chosen, organizationId: undefined });
});

test('decides by what is known of earlier questions', () => {
  const state = { settledSecondsAgo: 0, fault: null, hasNewConsent: false };
  const day = 86_400;
  assert.deepEqual(decideStep(null), { kind: 'start' });
  assert.deepEqual(decideStep({ ...state, status: 'PROCESSING' }), { kind: 'wait' });
  const ready = { ...state, status: 'READY' as const };
  assert.deepEqual(decideStep({ ...ready, settledSecondsAgo: 30 * day - 1 }), { kind: 'answer' });
  assert.deepEqual(decideStep({ ...ready, settledSecondsAgo: 30 * day }), { kind: 'start' });
  const failed = { ...state, status: 'FAILED' as const, fault: 'TIMEOUT' };
  const source = { kind: 'refuse', reason: 'source' };
  assert.deepEqual(decideStep(failed), { ...source, retryAfterSeconds: 60 });
  assert.deepEqual(decideStep({ ...failed, settledSecondsAgo: 59.9 }), { ...source, retryAfterSeconds: 1 });
  assert.deepEqual(decideStep({ ...failed, settledSecondsAgo: 60 }), { kind: 'start' });
  assert.deepEqual(decideStep({ ...failed, hasNewConsent: true }), { ...source, retryAfterSeconds: 60 });
  const denied = { ...failed, fault: 'CONSENT_NEEDED' };
  const consent = { kind: 'refuse', reason: 'consent', retryAfterSeconds: 60 };
  assert.deepEqual(decideStep(denied), consent);
  assert.deepEqual(decideStep({ ...denied, hasNewConsent: true }), { kind: 'start' });
});
