import { Button, Center } from '@mantine/core';
import type { JSX } from 'react';
import { dialogTexts } from './dialog-texts.ts';
import { useTexts } from './language-context.tsx';

type LoadMoreProps = {
  /** Where more are of a kind that can be said better. */
  text?: string;
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
};

export function LoadMore({ pages, text }: LoadMoreProps): JSX.Element | null {
  const t = useTexts(dialogTexts);
  if (!pages.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {text ?? t.more}
      </Button>
    </Center>
  );
}
