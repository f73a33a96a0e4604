import { Badge, Button, Group, Stack, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import type { InboxEvent } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, useEnteredOrganization } from '../accounts/use-organization.ts';
import { EventLinks, radarIdsOf } from './event-links.tsx';
import { useDismiss } from './inbox.ts';
import type { Reading } from './read-marks.ts';
import { sentenceTexts } from './sentence-texts.ts';
import { sentenceOf } from './sentence.ts';
import { eventTexts } from './texts.ts';

const SHOWN_NAMES = 2;

const SEVERITY_COLOURS = { high: MEANING.risk, medium: MEANING.trouble, low: MEANING.unknown } as const;

function SeverityBadge({ severity }: { severity: unknown }): JSX.Element | null {
  const t = useTexts(eventTexts);
  const known = (['high', 'medium', 'low'] as const).find((each) => each === severity);
  return known === undefined ? null : (
    <Badge size="sm" variant="light" color={SEVERITY_COLOURS[known]}>
      {t[known]}
    </Badge>
  );
}

function DismissButton({ event }: { event: InboxEvent }): JSX.Element | null {
  const t = useTexts(eventTexts);
  const organization = useEnteredOrganization();
  const dismiss = useDismiss(organization);
  const { finding } = event.data;
  if (typeof finding !== 'string' || !canCharge(organization)) return null;
  const act = (
    <Button
      size="compact-sm"
      variant="default"
      loading={dismiss.isPending}
      onClick={() => dismiss.mutate({ finding, isWanted: !event.isDismissed })}
    >
      {event.isDismissed ? t.takeBack : t.dismiss}
    </Button>
  );
  return event.isDismissed ? act : <Tooltip label={t.dismissHint}>{act}</Tooltip>;
}

function useWhom(event: InboxEvent, names: ReadonlyMap<number, string>): string {
  const t = useTexts(eventTexts);
  const known = radarIdsOf(event).flatMap((id) => names.get(id) ?? []);
  if (known.length === 0) return typeof event.data['processNumber'] === 'string' ? t.byNumber : '';
  const shown = known.slice(0, SHOWN_NAMES).join(', ');
  const rest = known.length - SHOWN_NAMES;
  return t.about(rest > 0 ? t.andOthers(shown, rest) : shown);
}

type EventLineProps = { event: InboxEvent; names: ReadonlyMap<number, string>; reading: Reading };

export function EventLine({ event, names, reading }: EventLineProps): JSX.Element {
  const t = useTexts(eventTexts);
  const say = { t: useTexts(sentenceTexts), formats: useFormats() };
  const whom = useWhom(event, names);
  const isRead = reading.isRead(event.id);
  return (
    <li className="farol-event farol-line" data-unread={!isRead}>
      <span className="farol-dot" aria-hidden />
      <Stack gap={2} miw={0}>
        <Group gap={8}>
          <Text fw={isRead ? 500 : 650}>{sentenceOf(say, event)}</Text>
          {isRead ? null : <VisuallyHidden>{t.unread}</VisuallyHidden>}
          <SeverityBadge severity={event.data['severity']} />
          {event.isDismissed ? <Badge variant="default">{t.dismissed}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {whom}
        </Text>
        <Group gap="xs">
          <EventLinks event={event} onGo={() => reading.markRead(event.id)} />
        </Group>
      </Stack>
      <Group gap="sm" justify="flex-end" className="farol-event-side">
        <Text size="sm" c="dimmed" title={say.formats.moment(event.createdAt)}>
          {say.formats.age(event.createdAt)}
        </Text>
        <DismissButton event={event} />
      </Group>
    </li>
  );
}
