// The pages of the account, with the way from each to the others.
import { Stack } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { FOR_ADMINS, useAccountPlaces } from './account-places.ts';
import { frameTexts } from './frame-texts.ts';
import { useEnteredOrganization } from './use-organization.ts';

const FORBIDDEN = new ApiFault(403, '', '', '');

export function AccountFrame(): JSX.Element {
  const t = useTexts(frameTexts);
  const { organizationId, role } = useEnteredOrganization();
  const places = useAccountPlaces();
  const { pathname } = useLocation();
  const isForAdmins = FOR_ADMINS.some((place) =>
    pathname.startsWith(`/o/${organizationId}/account/${place}`),
  );
  return (
    <Stack gap="lg">
      <TabLinks label={t.pages} places={places} />
      {isForAdmins && role !== 'admin' ? <ErrorState error={FORBIDDEN} isPage /> : <Outlet />}
    </Stack>
  );
}
