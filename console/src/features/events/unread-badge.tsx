import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { useOrganization } from '../accounts/use-organization.ts';
import { LATEST_KEY, useLatestEvents } from './inbox.ts';
import { MARKS_KEY, useReadMarks } from './read-marks.ts';
import { eventTexts } from './texts.ts';
import { isNews, useFreshOnEvents } from './use-fresh.ts';

/** In the navigation of every page. Counts the newest only: more than those are many. */
export function UnreadBadge(): JSX.Element | null {
  const t = useTexts(eventTexts);
  const formats = useFormats();
  const organization = useOrganization();
  const { data } = useLatestEvents(organization);
  const { isRead } = useReadMarks(organization?.organizationId ?? 0);
  useFreshOnEvents([LATEST_KEY, MARKS_KEY], isNews);
  const unread = data?.events.filter(({ id }) => !isRead(id)).length ?? 0;
  if (unread === 0) return null;
  const isMore = data?.next !== 0 && unread === data?.events.length;
  const count = `${formats.count(unread)}${isMore ? '+' : ''}`;
  return (
    <Badge size="sm" circle={count.length === 1} aria-label={t.unreadCount(count)}>
      {count}
    </Badge>
  );
}
