// How far a batch has come: its state in a word, and its documents as a bar.
import { Badge, Progress, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Batch, BatchHead } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { batchTexts } from './texts.ts';

const COLOURS = {
  INITIAL: MEANING.unknown,
  PROCESSING: MEANING.plain,
  DONE: MEANING.clear,
  CANCELLED: MEANING.unknown,
  ERROR: MEANING.trouble,
} as const;

export function isGoingOn({ endedAt }: Pick<BatchHead, 'endedAt'>): boolean {
  return endedAt === null;
}

export function BatchState({ batch }: { batch: Pick<BatchHead, 'status' | 'endedAt'> }): JSX.Element {
  const t = useTexts(batchTexts);
  const isCancelling = batch.status === 'CANCELLED' && isGoingOn(batch);
  return (
    <Badge variant="light" color={COLOURS[batch.status]}>
      {isCancelling ? t.cancelling : t[batch.status]}
    </Badge>
  );
}

export function BatchBar({ batch }: { batch: Batch }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  // What was cancelled stays empty: nothing was done for it.
  const { done, error } = batch.documents;
  const told = t.progressOf(formats.count(done + error), formats.count(batch.accepted));
  const share = (count: number): number => (100 * count) / batch.accepted;
  return (
    <Stack gap={4}>
      <Progress.Root size="lg" role="img" aria-label={told}>
        <Progress.Section value={share(done)} color={MEANING.clear} withAria={false} />
        <Progress.Section value={share(error)} color={MEANING.trouble} withAria={false} />
      </Progress.Root>
      <Text size="sm" c="dimmed" className="farol-number">
        {told}
      </Text>
    </Stack>
  );
}
