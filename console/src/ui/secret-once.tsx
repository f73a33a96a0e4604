// A secret that the server has just made and will never tell again.
import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import type { JSX } from 'react';
import { dialogTexts } from './dialog-texts.ts';
import { Dialog } from './dialog.tsx';
import { useTexts } from './language-context.tsx';
import { MEANING } from './theme.ts';

type SecretOnceProps = { title: string; secret: string; onDone(): void };

export function SecretOnce({ title, secret, onDone }: SecretOnceProps): JSX.Element {
  const t = useTexts(dialogTexts);
  return (
    <Dialog title={title} isOpen onClose={onDone}>
      <Stack>
        <Alert color={MEANING.trouble}>{t.once}</Alert>
        <Code block className="farol-secret">
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t.copied : t.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onDone}>{t.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
