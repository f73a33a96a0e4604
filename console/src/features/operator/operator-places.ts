import { useTexts } from '../../ui/language-context.tsx';
import type { Place } from '../../ui/tab-links.tsx';
import { useSession } from '../accounts/session.ts';
import { useOrganization } from '../accounts/use-organization.ts';
import { operatorPlaceTexts } from './place-texts.ts';

const PAGES = ['system', 'tenants', 'sources', 'imports', 'queue'] as const;

/** The pages of whoever runs the installation; nobody else is offered any. */
export function useOperatorPlaces(): Place[] {
  const t = useTexts(operatorPlaceTexts);
  const organization = useOrganization();
  const { data: session } = useSession();
  if (organization === null || session?.user.isOperator !== true) return [];
  const base = `/o/${organization.organizationId}/operator`;
  return PAGES.map((page) => ({ label: t[page], path: page === 'system' ? base : `${base}/${page}` }));
}
