import { Group, Modal } from '@mantine/core';
import type { JSX, ReactNode } from 'react';
import { useTexts } from './language-context.tsx';
import { uiTexts } from './texts.ts';

type TitledDialogProps = { title: string; size?: 'md' | 'lg'; onClose(): void; children: ReactNode };

/** Put together by hand: the library's own heading of a dialog is a second banner of the page. */
export function TitledDialog({ title, size = 'md', onClose, children }: TitledDialogProps): JSX.Element {
  const { close } = useTexts(uiTexts);
  return (
    <Modal.Root opened onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <Group justify="space-between" mb="sm" wrap="nowrap">
            <Modal.Title fw={650}>{title}</Modal.Title>
            <Modal.CloseButton aria-label={close} />
          </Group>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
