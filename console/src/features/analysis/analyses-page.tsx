import { Paper, Stack } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ActivityList } from './activity-list.tsx';
import { analysisTexts } from './texts.ts';

const PAGE = 25;

export function AnalysesPage(): JSX.Element {
  const t = useTexts(analysisTexts);
  return (
    <Stack gap="lg">
      <PageTitle title={t.listTitle} hint={t.listHint} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <ActivityList limit={PAGE} isPaged />
      </Paper>
    </Stack>
  );
}
