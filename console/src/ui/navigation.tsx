import { Box, NavLink, Stack, Text } from '@mantine/core';
import {
  IconBell,
  IconBuildingBank,
  IconFileAnalytics,
  IconGavel,
  IconHome,
  IconId,
  IconRadar2,
  IconServerCog,
  IconStack2,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { JSX } from 'react';
import { useAccountPlaces } from '../features/accounts/account-places.ts';
import { useSession } from '../features/accounts/session.ts';
import { useOrganization } from '../features/accounts/use-organization.ts';
import { UnreadBadge } from '../features/events/unread-badge.tsx';
import { useOperatorPlaces } from '../features/operator/operator-places.ts';
import { useTexts } from './language-context.tsx';
import { Preferences } from './preferences.tsx';
import { shellTexts } from './shell-texts.ts';

type Place = {
  text:
    | 'home'
    | 'analyses'
    | 'batches'
    | 'events'
    | 'radars'
    | 'processes'
    | 'licences'
    | 'credit'
    | 'account'
    | 'operator';
  path: string;
  icon: Icon;
};

const PLACES: readonly Place[] = [
  { text: 'home', path: '', icon: IconHome },
  { text: 'analyses', path: '/analyses', icon: IconFileAnalytics },
  { text: 'batches', path: '/batches', icon: IconStack2 },
  { text: 'events', path: '/events', icon: IconBell },
  { text: 'radars', path: '/radars', icon: IconRadar2 },
  { text: 'processes', path: '/processes', icon: IconGavel },
  { text: 'licences', path: '/licences', icon: IconId },
  { text: 'credit', path: '/credit', icon: IconBuildingBank },
  { text: 'account', path: '/account', icon: IconUserCircle },
];
const FOR_OPERATORS: Place = { text: 'operator', path: '/operator', icon: IconServerCog };

/**
 * On a phone the menu itself is a click, so what lies below a page is offered with it: every page is two clicks away. On a
 * desk those pages name each other.
 */
function Below({ of, onGo }: { of: Place['text']; onGo(): void }): JSX.Element | null {
  const account = useAccountPlaces();
  const operator = useOperatorPlaces();
  const { pathname } = useLocation();
  const [, ...below] = of === 'account' ? account : of === 'operator' ? operator : [];
  if (below.length === 0) return null;
  return (
    <Box hiddenFrom="sm" ps={31}>
      {below.map(({ label, path }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={label}
          active={pathname.startsWith(path)}
          onClick={onGo}
          variant="subtle"
          py={6}
        />
      ))}
    </Box>
  );
}

export function Navigation({ onGo }: { onGo(): void }): JSX.Element {
  const t = useTexts(shellTexts);
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const { pathname } = useLocation();
  const organization = useOrganization();
  const { data: session } = useSession();
  const places = session?.user.isOperator === true ? [...PLACES, FOR_OPERATORS] : PLACES;
  const base = `/o/${organizationId}`;
  const isHere = (path: string): boolean =>
    path === '' ? pathname.replace(/\/$/, '') === base : pathname.startsWith(`${base}${path}`);
  return (
    <Stack justify="space-between" h="100%">
      <Box>
        <Text size="xs" c="dimmed" px="sm" pb="xs" truncate>
          {organization?.name}
        </Text>
        {places.map(({ text, path, icon: PlaceIcon }) => (
          <Fragment key={text}>
            <NavLink
              component={Link}
              to={`${base}${path}`}
              activeOptions={{ exact: path === '' }}
              label={t[text]}
              leftSection={<PlaceIcon size={19} stroke={1.7} aria-hidden />}
              rightSection={text === 'events' ? <UnreadBadge /> : null}
              active={isHere(path)}
              onClick={onGo}
              variant="light"
            />
            <Below of={text} onGo={onGo} />
          </Fragment>
        ))}
      </Box>
      <Box hiddenFrom="sm">
        <Preferences />
      </Box>
    </Stack>
  );
}
