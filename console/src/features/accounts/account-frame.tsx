// The pages of the account, with the way from each to the others. What only admins may see is not offered to others.
import { Stack } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { frameTexts } from './frame-texts.ts';
import { useEnteredOrganization } from './use-organization.ts';

const FOR_ALL = ['profile', 'usage'] as const;
const FOR_ADMINS = ['tokens', 'webhooks', 'members', 'audit'] as const;
const FORBIDDEN = new ApiFault(403, '', '', '');

export function AccountFrame(): JSX.Element {
  const t = useTexts(frameTexts);
  const { organizationId, role } = useEnteredOrganization();
  const base = `/o/${organizationId}/account`;
  const { pathname } = useLocation();
  const isForAdmins = FOR_ADMINS.some((place) => pathname.startsWith(`${base}/${place}`));
  const places = role === 'admin' ? [...FOR_ALL, ...FOR_ADMINS] : FOR_ALL;
  return (
    <Stack gap="lg">
      <TabLinks
        label={t.pages}
        places={places.map((place) => ({
          label: t[place],
          path: place === 'profile' ? base : `${base}/${place}`,
        }))}
      />
      {isForAdmins && role !== 'admin' ? <ErrorState error={FORBIDDEN} isPage /> : <Outlet />}
    </Stack>
  );
}
