import { ActionIcon, Badge, Group, Menu, Skeleton, Stack, Text, Tooltip } from '@mantine/core';
import { IconDots, IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { ByRadar, RadarLink } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { uiTexts } from '../../ui/texts.ts';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, useEnteredOrganization } from '../accounts/use-organization.ts';
import { sentenceTexts } from '../events/sentence-texts.ts';
import { titleOf } from '../events/sentence.ts';
import { useRevealRadar } from './radars.ts';
import { Sparkline } from './sparkline.tsx';
import { radarTexts } from './texts.ts';

type Activity = ByRadar['radars'][number];
export type RadarAct = 'rename' | 'pause' | 'resume' | 'remove';
type RadarLineProps = {
  link: RadarLink;
  activity: Activity | undefined;
  isCounting: boolean;
  onAct(act: RadarAct): void;
};

function RadarDocument({ link: { radar } }: { link: RadarLink }): JSX.Element {
  const t = useTexts(uiTexts);
  const reveal = useRevealRadar(useEnteredOrganization());
  const shown = reveal.data?.radar.code;
  return (
    <Group gap={2} wrap="nowrap">
      <Text size="sm" c="dimmed" className="farol-number" style={{ whiteSpace: 'nowrap' }}>
        {radar.type} {writeDocument(shown ?? radar.code)}
      </Text>
      {shown === undefined ? (
        <Tooltip label={t.shown}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t.show}
            loading={reveal.isPending}
            onClick={() => reveal.mutate(radar.id)}
          >
            <IconEye size={16} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  );
}

function State({ radar }: Pick<RadarLink, 'radar'>): JSX.Element {
  const t = useTexts(radarTexts);
  if (!radar.active) {
    return (
      <Badge variant="light" color={MEANING.unknown}>
        {t.paused}
      </Badge>
    );
  }
  return radar.preProcessedAt === null ? (
    <Badge variant="light">{t.preparing}</Badge>
  ) : (
    <Badge variant="light" color={MEANING.clear}>
      {t.active}
    </Badge>
  );
}

function LastEvent({ activity }: { activity: Activity }): JSX.Element {
  const t = useTexts(radarTexts);
  const sentences = useTexts(sentenceTexts);
  const formats = useFormats();
  if (activity.last === null) {
    return (
      <Text size="sm" c="dimmed">
        {t.noEvents}
      </Text>
    );
  }
  const { type, createdAt } = activity.last;
  return (
    <Stack gap={0}>
      <Text size="sm">{titleOf(sentences, type)}</Text>
      <Text size="xs" c="dimmed" title={formats.moment(createdAt)}>
        {formats.age(createdAt)}
      </Text>
    </Stack>
  );
}

function PerDay({ activity }: { activity: Activity }): JSX.Element {
  const t = useTexts(radarTexts);
  const formats = useFormats();
  const counted = activity.total === 1 ? t.perDayOne : t.perDay(formats.count(activity.total));
  return <Sparkline values={activity.perDay} label={activity.total === 0 ? t.perDayNone : counted} />;
}

function Acts({ link: { radar }, onAct }: Pick<RadarLineProps, 'link' | 'onAct'>): JSX.Element {
  const t = useTexts(radarTexts);
  const organization = useEnteredOrganization();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.menu(radar.name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/o/${organization.organizationId}/events?radar=${radar.id}`}>
          {t.events}
        </Menu.Item>
        {canCharge(organization) ? (
          <>
            <Menu.Item onClick={() => onAct('rename')}>{t.rename}</Menu.Item>
            <Menu.Item onClick={() => onAct(radar.active ? 'pause' : 'resume')}>
              {radar.active ? t.pause : t.resume}
            </Menu.Item>
            <Menu.Item onClick={() => onAct('remove')}>{t.remove}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

export function RadarLine({ link, activity, isCounting, onAct }: RadarLineProps): JSX.Element {
  return (
    <li className="farol-radar farol-line">
      <Stack gap={0} miw={0}>
        <Text fw={600} truncate title={link.radar.name}>
          {link.radar.name}
        </Text>
        <RadarDocument link={link} />
      </Stack>
      <State radar={link.radar} />
      {activity === undefined ? (
        <Skeleton h={28} visible={isCounting} />
      ) : (
        <>
          <LastEvent activity={activity} />
          <PerDay activity={activity} />
        </>
      )}
      <Acts link={link} onAct={onAct} />
    </li>
  );
}
