import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { sourceTexts } from './source-texts.ts';

const COLOURS = {
  running: MEANING.plain,
  done: MEANING.clear,
  refused: MEANING.trouble,
  failed: MEANING.risk,
} as const;

export function ImportState({ state }: { state: string | null }): JSX.Element | null {
  const t = useTexts(sourceTexts);
  if (state === null || !(state in COLOURS)) return null;
  const known = state as keyof typeof COLOURS;
  return (
    <Badge variant="light" color={COLOURS[known]}>
      {t[known]}
    </Badge>
  );
}
