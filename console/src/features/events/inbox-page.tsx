// The inbox: what happened, newest first, by itself as it happens.
import { Button, Paper, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { EventLine } from './event-line.tsx';
import { InboxFilters } from './inbox-filters.tsx';
import { INBOX_KEY, useInbox } from './inbox.ts';
import type { InboxFilter } from './inbox.ts';
import { useReadMarks } from './read-marks.ts';
import { eventTexts } from './texts.ts';
import { isNews, useFreshOnEvents } from './use-fresh.ts';

type Pages = ReturnType<typeof useInbox>;

function EventList({ pages, isFiltered }: { pages: Pages; isFiltered: boolean }): JSX.Element {
  const t = useTexts(eventTexts);
  const reading = useReadMarks(useEnteredOrganization().organizationId);
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={6} height={44} />;
  const events = pages.data.pages.flatMap((page) => page.events);
  const names = new Map(pages.data.pages.flatMap(({ radars }) => radars.map(({ id, name }) => [id, name])));
  if (events.length === 0 && !pages.hasNextPage) {
    return isFiltered ? (
      <NothingYet title={t.noneFiltered}>{t.noneFilteredHint}</NothingYet>
    ) : (
      <NothingYet title={t.none}>{t.noneHint}</NothingYet>
    );
  }
  return (
    <>
      <ul className="farol-events" aria-label={t.title}>
        {events.map((event) => (
          <EventLine key={event.id} event={event} names={names} reading={reading} />
        ))}
      </ul>
      <LoadMore pages={pages} text={t.more} />
    </>
  );
}

export function InboxPage(): JSX.Element {
  const t = useTexts(eventTexts);
  const organization = useEnteredOrganization();
  const navigate = useNavigate();
  const { radar } = useSearch({ from: '/o/$organizationId/events' });
  const [chosen, setChosen] = useState<InboxFilter>({});
  const filter = radar === undefined ? chosen : { ...chosen, radarId: radar };
  const pages = useInbox(organization, filter);
  const reading = useReadMarks(organization.organizationId);
  useFreshOnEvents([INBOX_KEY], isNews);
  const newest = pages.data?.pages[0]?.events[0]?.id ?? 0;
  const names = pages.data?.pages.flatMap(({ radars }) => radars) ?? [];
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.title}
        hint={t.hint}
        aside={
          <Button variant="default" disabled={newest === 0} onClick={() => reading.markAll(newest)}>
            {t.markAll}
          </Button>
        }
      />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <InboxFilters
          filter={filter}
          radarName={names.find(({ id }) => id === radar)?.name}
          onChange={({ radarId: _radarId, ...wanted }) => setChosen(wanted)}
          onAllRadars={() => void navigate({ to: '.', search: {} })}
        />
        <EventList pages={pages} isFiltered={Object.keys(filter).length > 0} />
        <Text size="xs" c="dimmed" mt="md">
          {t.readHint}
        </Text>
      </Paper>
    </Stack>
  );
}
