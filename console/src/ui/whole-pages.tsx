import { Anchor, Container, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../api/http.ts';
import { useTexts } from './language-context.tsx';
import { ErrorState, Waiting } from './states.tsx';
import { uiTexts } from './texts.ts';

export function PendingPage(): JSX.Element {
  return (
    <Container size="md" py="xl">
      <Waiting lines={6} />
    </Container>
  );
}

export function ErrorPage({ error, reset }: ErrorComponentProps): JSX.Element {
  return (
    <Container component="main" size="sm" py="xl">
      <ErrorState error={error} onRetry={reset} isPage />
    </Container>
  );
}

const MISSING = new ApiFault(404, '', '', '');

export function MissingPage(): JSX.Element {
  const t = useTexts(uiTexts);
  return (
    <Container component="main" size="sm" py="xl">
      <Stack>
        <ErrorState error={MISSING} isPage />
        <Anchor href="/">{t.goHome}</Anchor>
      </Stack>
    </Container>
  );
}
