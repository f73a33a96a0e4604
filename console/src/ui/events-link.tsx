import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { UnreadBadge } from '../features/events/unread-badge.tsx';
import { useTexts } from './language-context.tsx';
import { shellTexts } from './shell-texts.ts';

/** On a phone the navigation is folded away, and what is new must not be. */
export function EventsLink({ to }: { to: string }): JSX.Element {
  const t = useTexts(shellTexts);
  return (
    <ActionIcon
      component={Link}
      to={to}
      hiddenFrom="sm"
      variant="subtle"
      color="gray"
      c="inherit"
      size="lg"
      className="farol-bell"
    >
      <VisuallyHidden>{t.events}</VisuallyHidden>
      <IconBell size={21} aria-hidden />
      <UnreadBadge />
    </ActionIcon>
  );
}
