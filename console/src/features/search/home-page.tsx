import { Anchor, Paper, Stack } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { ActivityList } from '../analysis/activity-list.tsx';
import { recognise } from './recognise.ts';
import { SearchField } from './search-bar.tsx';
import { useSearchDialog } from './search-context.tsx';
import { searchTexts } from './texts.ts';

const SHOWN = 6;

/** A test document that was clicked before the log-in is asked for once one is in. */
function useArrivingDocument(): void {
  const { document } = useLocation({ select: ({ state }) => state });
  const navigate = useNavigate();
  const { ask } = useSearchDialog();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const found = recognise(document ?? '');
    if (found.kind !== 'document' || asked.current === document) return;
    asked.current = document;
    ask(found);
    void navigate({ to: '.', state: {}, replace: true });
  }, [document, ask, navigate]);
}

export function HomePage(): JSX.Element {
  const t = useTexts(searchTexts);
  const { organizationId } = useEnteredOrganization();
  useArrivingDocument();
  return (
    <Stack gap="lg">
      <PageTitle title={t.homeTitle} hint={t.homeHint} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <SearchField size="lg" isHeld />
      </Paper>
      <Section
        title={t.recent}
        aside={
          <Anchor component={Link} to={`/o/${organizationId}/analyses`} size="sm">
            {t.all}
          </Anchor>
        }
      >
        <ActivityList limit={SHOWN} />
      </Section>
    </Stack>
  );
}
