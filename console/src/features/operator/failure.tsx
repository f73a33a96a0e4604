import { Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { failureTexts } from './failure-texts.ts';
import type { Failure as Told } from './failure-texts.ts';

/** What went wrong in the words of the page, and what was noted of it where those say less. */
export function Failure({ told, technical }: Told): JSX.Element {
  const t = useTexts(failureTexts);
  return (
    <Stack gap={2} maw={360}>
      {told === '' ? null : <Text size="sm">{told}</Text>}
      {technical === '' ? null : (
        <Text size="xs" c="dimmed" className="farol-secret">
          {t.technical}: <span lang="en">{technical}</span>
        </Text>
      )}
    </Stack>
  );
}
