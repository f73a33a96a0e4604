import { Button, Group } from '@mantine/core';
import type { JSX } from 'react';
import { dialogTexts } from './dialog-texts.ts';
import { useTexts } from './language-context.tsx';

type FormActsProps = { act: string; isBusy: boolean; onCancel(): void };

/** The end of a form in a dialog. */
export function FormActs({ act, isBusy, onCancel }: FormActsProps): JSX.Element {
  const { cancel } = useTexts(dialogTexts);
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {act}
      </Button>
    </Group>
  );
}
