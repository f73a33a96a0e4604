// What stands around every page: where one is, where one can go, and the search.
import { Alert, AppShell, Burger, Container, Group, Image, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { ApiFault } from '../api/http.ts';
import mark from '../farol.svg';
import { rememberOrganization, useSession } from '../features/accounts/session.ts';
import { useOrganization } from '../features/accounts/use-organization.ts';
import { EventsProvider } from '../features/events/events-context.tsx';
import { SearchBar } from '../features/search/search-bar.tsx';
import { SearchProvider } from '../features/search/search-context.tsx';
import { EventsLink } from './events-link.tsx';
import { useTexts } from './language-context.tsx';
import { Navigation } from './navigation.tsx';
import { Preferences } from './preferences.tsx';
import { usePrintingInLight } from './printing.ts';
import { shellTexts } from './shell-texts.ts';
import { ErrorState, Waiting } from './states.tsx';
import { uiTexts } from './texts.ts';
import { MEANING } from './theme.ts';
import { UserMenu } from './user-menu.tsx';

const FORBIDDEN = new ApiFault(403, '', '', '');

function Header({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }): JSX.Element {
  const t = useTexts(shellTexts);
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  // The start page has a larger one of its own.
  const isHome = useLocation().pathname.replace(/\/$/, '') === `/o/${organizationId}`;
  return (
    <Group h="100%" px="md" gap="sm" wrap="nowrap">
      <Burger
        opened={isOpen}
        onClick={onToggle}
        hiddenFrom="sm"
        size="sm"
        aria-label={t.menu}
        aria-expanded={isOpen}
        aria-controls="menu"
      />
      <UnstyledButton
        component={Link}
        to={`/o/${organizationId}`}
        visibleFrom="xs"
        aria-label={`Farol: ${t.home}`}
      >
        <Group gap={8} wrap="nowrap">
          <Image src={mark} alt="" w={28} h={28} />
          <Text fw={700} size="lg" visibleFrom="sm">
            Farol
          </Text>
        </Group>
      </UnstyledButton>
      {isHome ? null : <SearchBar />}
      <Group gap={4} wrap="nowrap" ml="auto">
        <Group visibleFrom="sm" wrap="nowrap">
          <Preferences />
        </Group>
        <EventsLink to={`/o/${organizationId}/events`} />
        <UserMenu />
      </Group>
    </Group>
  );
}

/** Whoever goes on by keyboard, or hears the page, goes on where the new page begins. */
function useArrival(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  }, [pathname]);
}

function Content(): JSX.Element {
  const t = useTexts(uiTexts);
  useArrival();
  const { online } = useNetwork();
  const { data: session } = useSession();
  const organization = useOrganization();
  // On the way to the log-in; what could be told of the organization was only true of the session that has ended.
  if (session === null) return <Waiting lines={6} />;
  return (
    <Container size="xl" px={0} id="content" tabIndex={-1}>
      {online ? null : (
        <Alert color={MEANING.trouble} mb="md" role="status">
          {t.offlineBanner}
        </Alert>
      )}
      {organization === null ? <ErrorState error={FORBIDDEN} isPage /> : <Outlet />}
    </Container>
  );
}

/** A session that ends while one looks at a page leads to the log-in, and back to the page. */
function useReturnToLogIn(): void {
  const { data: session } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null) void navigate({ to: '/login', search: { next: window.location.pathname } });
  }, [session, navigate]);
}

export function Shell(): JSX.Element {
  const t = useTexts(uiTexts);
  const { navigation } = useTexts(shellTexts);
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const organization = useOrganization();
  const [isOpen, { toggle, close }] = useDisclosure();
  useReturnToLogIn();
  usePrintingInLight();
  useHotkeys([['Escape', close]]);
  useEffect(() => rememberOrganization(organizationId), [organizationId]);
  return (
    <EventsProvider organizationId={organization === null ? null : organizationId}>
      <SearchProvider>
        <a className="farol-skip" href="#content">
          {t.skip}
        </a>
        <AppShell
          header={{ height: 60 }}
          navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
          padding={{ base: 'md', sm: 'lg' }}
        >
          <AppShell.Header>
            <Header isOpen={isOpen} onToggle={toggle} />
          </AppShell.Header>
          <AppShell.Navbar p="sm" id="menu" aria-label={navigation} className="farol-menu" data-open={isOpen}>
            <Navigation onGo={close} />
          </AppShell.Navbar>
          <AppShell.Main>
            <Content />
          </AppShell.Main>
        </AppShell>
      </SearchProvider>
    </EventsProvider>
  );
}
