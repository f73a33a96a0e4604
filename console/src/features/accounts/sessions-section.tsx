import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { SessionList } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { useEndSession, useSessions } from './session.ts';
import { accountTexts } from './texts.ts';

type OneSession = SessionList['sessions'][number];

function SessionLine({ session }: { session: OneSession }): JSX.Element {
  const t = useTexts(accountTexts);
  const formats = useFormats();
  const end = useEndSession();
  return (
    <Group justify="space-between" py="xs" className="farol-line" wrap="nowrap">
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {t.since(formats.moment(session.createdAt))}
        </Text>
        <Text size="sm" c="dimmed">
          {t.lastUsed(formats.age(session.lastUsedAt))}
        </Text>
      </Stack>
      {session.current ? (
        <Badge variant="light">{t.thisSession}</Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          flex="none"
          loading={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          {t.endSession}
        </Button>
      )}
    </Group>
  );
}

export function SessionsSection(): JSX.Element {
  const t = useTexts(accountTexts);
  const { data, error, refetch } = useSessions();
  return (
    <Section title={t.sessions} hint={t.sessionsHint}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={2} /> : null}
      {data?.map((session) => (
        <SessionLine key={session.id} session={session} />
      ))}
    </Section>
  );
}
