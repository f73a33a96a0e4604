import { Group, SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { ledgerTexts } from './ledger-texts.ts';
import { useUsage } from './ledger.ts';
import { fillDays } from './usage-days.ts';

const UsageChart = lazy(async () => ({ default: (await import('./usage-chart.tsx')).UsageChart }));
const PERIODS = ['7', '30', '90'] as const;

export function UsageSection(): JSX.Element {
  const t = useTexts(ledgerTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const [days, setDays] = useState<(typeof PERIODS)[number]>('30');
  const { data, error, refetch } = useUsage(organizationId, Number(days));
  const rows = data === undefined ? [] : fillDays(data);
  const total = rows.reduce((sum, row) => sum + row.total, 0);
  return (
    <Section title={t.usage} hint={t.usageHint}>
      <Group justify="space-between" mb="md">
        <SegmentedControl
          size="xs"
          aria-label={t.period}
          value={days}
          onChange={setDays}
          data={PERIODS.map((value) => ({ value, label: t.days(value) }))}
        />
        <Text size="sm" fw={600} className="farol-number">
          {data === undefined ? '' : t.total(formats.count(total))}
        </Text>
      </Group>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={1} height={260} /> : null}
      {data?.usage.length === 0 ? <NothingYet title={t.noUsage}>{t.noUsageHint}</NothingYet> : null}
      {data === undefined || data.usage.length === 0 ? null : (
        <Suspense fallback={<Waiting lines={1} height={260} />}>
          <UsageChart days={rows} />
        </Suspense>
      )}
    </Section>
  );
}
