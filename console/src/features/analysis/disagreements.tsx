import { Badge, Group, List, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { CourtCase } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { disagreementTexts } from './disagreement-texts.ts';
import { describeDisagreements } from './disagreement-words.ts';

export function Disagreements({ found }: { found: CourtCase }): JSX.Element | null {
  const t = useTexts(disagreementTexts);
  const formats = useFormats();
  if (found.disagreements.length === 0) return null;
  return (
    <Stack gap={4} my="xs">
      <Text size="sm" fw={600}>
        {t.title}
      </Text>
      <Text size="xs" c="dimmed">
        {t.hint}
      </Text>
      <List size="sm" spacing={2}>
        {describeDisagreements({ t, formats }, found).map(({ field, statements }) => (
          <List.Item key={field}>
            {field}
            <List size="sm" spacing={2} withPadding>
              {statements.map(({ sentence, isPredicted }) => (
                <List.Item key={sentence}>
                  <Group gap="xs">
                    {sentence}
                    {isPredicted ? (
                      <Badge size="sm" variant="light" color={MEANING.unknown}>
                        {t.predicted}
                      </Badge>
                    ) : null}
                  </Group>
                </List.Item>
              ))}
            </List>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
