import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useId } from 'react';

type SectionProps = { title: string; hint?: string; aside?: ReactNode; children: ReactNode };

/** A card of a page, with a heading that screen readers can jump to. */
export function Section({ title, hint, aside, children }: SectionProps): JSX.Element {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      aria-labelledby={id}
      className="farol-section"
    >
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Stack gap={2}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {hint === undefined ? null : (
            <Text size="sm" c="dimmed" maw={640}>
              {hint}
            </Text>
          )}
        </Stack>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
