// Decisions about one question to the register; all pure.
import type { Caller, OrganizationAccess } from '../../platform/http/caller.ts';

/** The register has a month two months after its end at the latest. */
const MONTHS_BEHIND = 2;

/** The newest base month that is closed on that day (YYYY-MM-DD, Brazilian time). */
export function referenceMonthOn(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const index = year * 12 + month - 1 - MONTHS_BEHIND;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

type Named = { readonly organizationId?: number; readonly planId?: number };
type Subscription = { readonly organizationId: number; readonly planId: number };

/** An organization that is undefined was not named and cannot be told; the plans are those that may be charged. */
export type Choice =
  | { readonly kind: 'ambiguous' }
  | {
      readonly kind: 'chosen';
      readonly organizationId: number | undefined;
      readonly planId: number | undefined;
    };

function listSubscriptions(caller: Pick<Caller, 'organizations'>): Subscription[] {
  return [...caller.organizations.values()].flatMap(({ organizationId, plans }) =>
    listScrPlans({ plans }).map((planId) => ({ organizationId, planId })),
  );
}

export function listScrPlans({ plans }: Pick<OrganizationAccess, 'plans'>): number[] {
  return plans.filter(({ features }) => features.includes('SCR')).map(({ planId }) => planId);
}

/** What was left out is taken from the caller's one subscription with SCR; with several of them it must be named. */
export function chooseSubscription(caller: Pick<Caller, 'organizations'>, named: Named): Choice {
  const subscriptions = listSubscriptions(caller);
  const isWhole = named.organizationId !== undefined && named.planId !== undefined;
  if (!isWhole && subscriptions.length > 1) {
    return { kind: 'ambiguous' };
  }
  const [only] = subscriptions;
  return {
    kind: 'chosen',
    organizationId: named.organizationId ?? only?.organizationId,
    planId: named.planId ?? only?.planId,
  };
}

/** Where nothing is charged, any subscription of the organization will do, and only organizations have to be told apart. */
export function choosePayingOrganization(
  caller: Pick<Caller, 'organizations'>,
  named: number | undefined,
): Choice {
  const [only, another] = new Set(listSubscriptions(caller).map(({ organizationId }) => organizationId));
  return named === undefined && another !== undefined
    ? { kind: 'ambiguous' }
    : { kind: 'chosen', organizationId: named ?? only, planId: undefined };
}

/** Undefined: it was not named and cannot be told. Without a plan too, what was recorded can be revoked. */
export function chooseOrganization(
  caller: Pick<Caller, 'organizations'>,
  named: number | undefined,
): number | undefined {
  const [only, another] = caller.organizations.keys();
  return named ?? (another === undefined ? only : undefined);
}

export type EnquiryState = {
  readonly status: 'PROCESSING' | 'READY' | 'FAILED';
  /** Since it was settled; 0 while it is not. */
  readonly settledSecondsAgo: number;
  readonly fault: string | null;
  /** A consent came in after the enquiry had failed. */
  readonly hasNewConsent: boolean;
};

export type Step =
  | { readonly kind: 'start' }
  | { readonly kind: 'wait' }
  | { readonly kind: 'answer' }
  | { readonly kind: 'refuse'; readonly reason: 'consent' | 'source'; readonly retryAfterSeconds: number };

const KEPT_SECONDS = 30 * 86_400;
const REST_SECONDS = 60;
const CONSENT_FAULTS = new Set(['CONSENT_NEEDED', 'CONSENT_DENIED']);

/** What a question comes to, given what is kept of earlier ones. */
export function decideStep(state: EnquiryState | null): Step {
  if (state === null) {
    return { kind: 'start' };
  }
  const { status, settledSecondsAgo, fault, hasNewConsent } = state;
  if (status === 'PROCESSING') {
    return { kind: 'wait' };
  }
  if (status === 'READY') {
    return { kind: settledSecondsAgo < KEPT_SECONDS ? 'answer' : 'start' };
  }
  const isConsent = CONSENT_FAULTS.has(fault ?? '');
  if (settledSecondsAgo >= REST_SECONDS || (isConsent && hasNewConsent)) {
    return { kind: 'start' };
  }
  const retryAfterSeconds = Math.max(1, Math.ceil(REST_SECONDS - settledSecondsAgo));
  return { kind: 'refuse', reason: isConsent ? 'consent' : 'source', retryAfterSeconds };
}
