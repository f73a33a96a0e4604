import { Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { JSX, ReactNode } from 'react';

type PageTitleProps = { title: string; hint?: ReactNode; aside?: ReactNode };

export function PageTitle({ title, hint, aside }: PageTitleProps): JSX.Element {
  useEffect(() => {
    document.title = `${title} · Farol`;
  }, [title]);
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} style={{ flex: '1 1 20rem' }}>
        <Title order={1} size="h2" className="farol-title">
          {title}
        </Title>
        {typeof hint === 'string' ? <Text c="dimmed">{hint}</Text> : hint}
      </Stack>
      {aside}
    </Group>
  );
}
