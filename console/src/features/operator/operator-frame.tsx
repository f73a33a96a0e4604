// The pages of whoever runs the installation, with the way from each to the others.
import { Stack } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { useOperatorPlaces } from './operator-places.ts';
import { operatorPlaceTexts } from './place-texts.ts';

const FORBIDDEN = new ApiFault(403, '', '', '');

export function OperatorFrame(): JSX.Element {
  const t = useTexts(operatorPlaceTexts);
  const places = useOperatorPlaces();
  if (places.length === 0) return <ErrorState error={FORBIDDEN} isPage />;
  return (
    <Stack gap="lg">
      <TabLinks label={t.pages} places={places} />
      <Outlet />
    </Stack>
  );
}
