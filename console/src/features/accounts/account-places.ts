import { useTexts } from '../../ui/language-context.tsx';
import type { Place } from '../../ui/tab-links.tsx';
import { frameTexts } from './frame-texts.ts';
import { useOrganization } from './use-organization.ts';

const FOR_ALL = ['profile', 'usage'] as const;
export const FOR_ADMINS = ['tokens', 'webhooks', 'members', 'audit'] as const;

/** The pages of the account. What only admins may see is not offered to others. */
export function useAccountPlaces(): Place[] {
  const t = useTexts(frameTexts);
  const organization = useOrganization();
  if (organization === null) return [];
  const base = `/o/${organization.organizationId}/account`;
  const places = organization.role === 'admin' ? [...FOR_ALL, ...FOR_ADMINS] : FOR_ALL;
  return places.map((place) => ({
    label: t[place],
    path: place === 'profile' ? base : `${base}/${place}`,
  }));
}
