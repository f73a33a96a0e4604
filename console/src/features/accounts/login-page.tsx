// The first page anybody sees: what this is, how to get in, and on a private machine what to try.
import { Anchor, Box, Container, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { EntranceHeader } from '../../ui/entrance-header.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { LoginForm } from './login-form.tsx';
import { chooseOrganization, useLogIn, useStart } from './session.ts';
import { accountTexts } from './texts.ts';
import { TryDocuments } from './try-documents.tsx';

function Pitch(): JSX.Element {
  const t = useTexts(accountTexts);
  return (
    <Stack gap="sm">
      <Title order={1}>{t.headline}</Title>
      <Text size="lg">{t.pitch}</Text>
      <Text c="dimmed">
        {t.private}{' '}
        <Anchor href="/docs" underline="always">
          {t.reference}
        </Anchor>
      </Text>
    </Stack>
  );
}

function useEntrance(): (document?: string) => void {
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/login' });
  const logIn = useLogIn();
  const { data: start } = useStart();
  return (document) => {
    if (start?.demo === null || start === undefined) return;
    logIn.mutate(start.demo, {
      onSuccess: (session) => {
        const organization = chooseOrganization(session?.organizations ?? []);
        if (organization === undefined) return;
        const params = { organizationId: organization.organizationId };
        void navigate({
          to: next ?? '/o/$organizationId',
          params,
          state: document === undefined ? {} : { document },
        });
      },
    });
  };
}

export function LoginPage(): JSX.Element {
  const t = useTexts(accountTexts);
  const { data: start, isPending } = useStart();
  const enterWith = useEntrance();
  useEffect(() => {
    document.title = `${t.logIn} · Farol`;
  }, [t.logIn]);
  return (
    <Container size="lg" py="lg">
      <EntranceHeader />
      <Box component="main" className="farol-entrance">
        <Pitch />
        <LoginForm key={String(isPending)} demo={start?.demo ?? null} />
        {start === undefined || start.documents.length === 0 ? null : (
          <TryDocuments documents={start.documents} onTry={enterWith} />
        )}
      </Box>
    </Container>
  );
}
