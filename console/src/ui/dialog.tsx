import { Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { useTexts } from './language-context.tsx';
import { uiTexts } from './texts.ts';

type DialogProps = {
  title: string;
  isOpen: boolean;
  size?: 'md' | 'lg';
  onClose(): void;
  children: ReactNode;
};

/** An item of a menu is gone once it was chosen; the button of the menu stays. */
function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  // The button says which menu is its own only while that is open; the menu says whose it is as long as it is there.
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  const opener = button === '' ? active : document.getElementById(button);
  return opener instanceof HTMLElement ? opener : null;
}

/** The library gives the focus back only where a dialog outlives its closing, which most of ours do not. */
function FocusReturn(): null {
  const [opener] = useState(findOpener);
  useEffect(
    () => () => {
      // Once the dialog has let go of it, and unless it was given to something else meanwhile.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const isThere = opener !== null && opener !== document.body && opener.isConnected;
        const target = isThere ? opener : document.querySelector<HTMLElement>('#content');
        target?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
  return null;
}

/** Put together by hand: the library's own heading of a dialog is a second banner of the page. */
export function Dialog({ title, isOpen, size = 'md', onClose, children }: DialogProps): JSX.Element {
  const { close } = useTexts(uiTexts);
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body pt="md">
          <FocusReturn />
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
