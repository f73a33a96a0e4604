import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Activity } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useActivities } from './analyses.ts';
import { MaskedDocument } from './masked-document.tsx';
import { analysisTexts, STATE_TEXTS } from './texts.ts';

function Outcome({ activity }: { activity: Activity }): JSX.Element {
  const t = useTexts(analysisTexts);
  const formats = useFormats();
  const status = activity.userPlanConsumeAnalytics[0]?.status ?? 'INITIAL';
  const { latestTotalRisk: risk, latestTotalAnalyzed: total } = activity;
  if (status !== 'DONE') {
    return (
      <Badge variant="light" color={status === 'ERROR' ? MEANING.trouble : MEANING.plain}>
        {t[STATE_TEXTS[status]]}
      </Badge>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" className="farol-number">
        {t.cases}: {formats.count(total)}
      </Text>
      <Badge variant="light" color={risk > 0 ? MEANING.risk : MEANING.clear} className="farol-number">
        {t.atRisk}: {formats.count(risk)}
      </Badge>
    </Group>
  );
}

function ActivityLine({ activity }: { activity: Activity }): JSX.Element {
  const t = useTexts(analysisTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const newest = activity.userPlanConsumeAnalytics[0];
  const name = activity.documentInfo === '' ? t.unknownName : activity.documentInfo;
  const to = `/o/${organizationId}/analyses/${activity.userPlanConsumeUniqueId}/${newest?.userPlanConsumeAnalyticsId ?? 0}`;
  return (
    <div className="farol-activity farol-line">
      <Stack gap={0} miw={0}>
        {newest === undefined ? (
          <Text fw={600} truncate>
            {name}
          </Text>
        ) : (
          <Anchor component={Link} to={to} fw={600} truncate aria-label={t.open(name)}>
            {name}
          </Anchor>
        )}
        <MaskedDocument masked={activity.documentNumber} uniqueId={activity.userPlanConsumeUniqueId} />
      </Stack>
      <Text size="sm" c="dimmed">
        {newest === undefined ? '' : formats.moment(newest.createdAt)}
      </Text>
      <Outcome activity={activity} />
    </div>
  );
}

type PagesProps = { from: number; limit: number; total: number; onTurn(from: number): void };

function Pages({ from, limit, total, onTurn }: PagesProps): JSX.Element | null {
  const t = useTexts(analysisTexts);
  if (total <= limit) return null;
  return (
    <Group justify="center" mt="md">
      <Button variant="default" disabled={from === 0} onClick={() => onTurn(Math.max(0, from - limit))}>
        {t.newer}
      </Button>
      <Button variant="default" disabled={from + limit >= total} onClick={() => onTurn(from + limit)}>
        {t.more}
      </Button>
    </Group>
  );
}

export function ActivityList({ limit, isPaged = false }: { limit: number; isPaged?: boolean }): JSX.Element {
  const t = useTexts(analysisTexts);
  const [from, setFrom] = useState(0);
  const { data, error, refetch } = useActivities(useEnteredOrganization(), from, limit);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={limit} height={34} />;
  if (data.total === 0) return <NothingYet title={t.listNone}>{t.listNoneHint}</NothingYet>;
  return (
    <>
      {data.result.map((activity) => (
        <ActivityLine
          key={`${activity.userPlanConsumeUniqueId} ${activity.typeSearch}`}
          activity={activity}
        />
      ))}
      {isPaged ? <Pages from={from} limit={limit} total={data.total} onTurn={setFrom} /> : null}
    </>
  );
}
