import { useParams } from '@tanstack/react-router';
import type { Organization } from '../../api/shapes.ts';
import { useSession } from './session.ts';

/** Null when the address names one that the caller may not enter. */
export function useOrganization(): Organization | null {
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const { data: session } = useSession();
  return session?.organizations.find((each) => each.organizationId === organizationId) ?? null;
}

type Feature = Organization['plans'][number]['features'][number];

/** The plan that a look-up is charged to: the first that has the feature, as the server chooses too. */
export function planWith({ plans }: Organization, feature: Feature): number | null {
  return plans.find(({ features }) => features.includes(feature))?.planId ?? null;
}

export function canCharge({ role }: Organization): boolean {
  return role !== 'viewer';
}

/** Inside the shell, which lets nobody in without one. */
export function useEnteredOrganization(): Organization {
  const organization = useOrganization();
  if (organization === null) throw new Error('There is no organization outside of the shell');
  return organization;
}
