import { Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Start } from '../../api/shapes.ts';
import { useLanguage, useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { accountTexts } from './texts.ts';

type TryDocumentsProps = { documents: Start['documents']; onTry(document: string): void };

export function TryDocuments({ documents, onTry }: TryDocumentsProps): JSX.Element {
  const t = useTexts(accountTexts);
  const { language } = useLanguage();
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t.tryTitle}
      </Title>
      <Text size="sm" c="dimmed">
        {t.tryHint}
      </Text>
      <Paper withBorder>
        {documents.map(({ document, about }) => (
          <UnstyledButton
            key={document}
            onClick={() => onTry(document)}
            w="100%"
            px="md"
            py="xs"
            className="farol-line"
          >
            <Group justify="space-between" wrap="nowrap" gap="md">
              <Stack gap={0}>
                <Text size="sm" fw={600}>
                  {about[language]}
                </Text>
                <Text size="sm" c="dimmed" className="farol-number">
                  {writeDocument(document)}
                </Text>
              </Stack>
              <IconArrowRight size={18} aria-hidden />
            </Group>
          </UnstyledButton>
        ))}
      </Paper>
    </Stack>
  );
}
