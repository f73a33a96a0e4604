import { Button, Group, Stack, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { dialogTexts } from './dialog-texts.ts';
import { Dialog } from './dialog.tsx';
import { useTexts } from './language-context.tsx';
import { ErrorState } from './states.tsx';
import { MEANING } from './theme.ts';

type ConfirmButtonProps = ButtonProps & {
  label: string;
  question: string;
  /** What follows from it. */
  hint: string;
  act: UseMutationResult<unknown, Error, void>;
};

/** For what cannot be undone: says what follows, and does it at the second click. */
export function ConfirmButton({ label, question, hint, act, ...props }: ConfirmButtonProps): JSX.Element {
  const t = useTexts(dialogTexts);
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" flex="0 0 auto" {...props} onClick={open}>
        {label}
      </Button>
      <Dialog title={question} isOpen={isOpen} onClose={close}>
        <Stack>
          <Text size="sm">{hint}</Text>
          {act.error === null ? null : <ErrorState error={act.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.cancel}
            </Button>
            <Button
              color={MEANING.risk}
              loading={act.isPending}
              onClick={() => act.mutate(undefined, { onSuccess: close })}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
