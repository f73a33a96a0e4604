// The pages of whoever runs the installation, with the way from each to the others.
import { Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { useSession } from '../accounts/session.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { operatorTexts } from './texts.ts';

const PAGES = ['system', 'tenants', 'sources', 'imports', 'queue'] as const;
const FORBIDDEN = new ApiFault(403, '', '', '');

export function OperatorFrame(): JSX.Element {
  const t = useTexts(operatorTexts);
  const { data: session } = useSession();
  const base = `/o/${useEnteredOrganization().organizationId}/operator`;
  if (session?.user.isOperator !== true) return <ErrorState error={FORBIDDEN} isPage />;
  return (
    <Stack gap="lg">
      <TabLinks
        label={t.pages}
        places={PAGES.map((page) => ({ label: t[page], path: page === 'system' ? base : `${base}/${page}` }))}
      />
      <Outlet />
    </Stack>
  );
}
