import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Indicators as Found } from '../../api/shapes.ts';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { writeDocument } from '../../ui/numbers.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { NothingYet } from '../../ui/states.tsx';
import { ByMonth } from './by-month.tsx';
import { Modalities } from './modalities.tsx';
import { describeSpan } from './register-words.ts';
import { creditTexts } from './texts.ts';

type Told = Found['indicators'];

const GROUP_COLOURS = {
  CREDIT_LIMIT: 'gray.5',
  TO_BE_RELEASED: 'gray.4',
  TO_FALL_DUE: 'teal.6',
  OVERDUE: 'orange.6',
  LOSS: 'red.7',
} as const;

function Tiles({ told }: { told: Told }): JSX.Element {
  const t = useTexts(creditTexts);
  const formats = useFormats();
  const tiles: [string, string][] = [
    [t.portfolio, formats.money(told.activePortfolio)],
    [t.overdue, formats.money(told.overdue)],
    [t.over90, formats.money(told.overdueOver90Days)],
    [t.loss, formats.money(told.loss)],
    [t.limits, formats.money(told.creditLimits)],
    [t.responsibility, formats.money(told.totalResponsibility)],
    [t.institutions, formats.count(told.institutions)],
    [t.since, told.relationshipSince === null ? '–' : formats.day(told.relationshipSince)],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {tiles.map(([label, figure]) => (
        <Paper key={label} withBorder p="sm">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={650} className="farol-number">
            {figure}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function Buckets({ told }: { told: Told }): JSX.Element {
  const t = useTexts(creditTexts);
  const { language, formats } = useLanguage();
  const nameOf = ({ group, description }: Told['byBucket'][number]): string =>
    `${t[group]}: ${describeSpan(language, description)}`;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t.byBucket}
      </Title>
      <div aria-hidden>
        <BarChart
          barChartProps={{ accessibilityLayer: false }}
          h={Math.max(160, 40 * told.byBucket.length)}
          data={told.byBucket.map((bucket) => ({
            bucket: nameOf(bucket),
            [t.value]: Number(bucket.value),
            color: GROUP_COLOURS[bucket.group],
          }))}
          dataKey="bucket"
          orientation="vertical"
          series={[{ name: t.value, color: 'sea.6' }]}
          yAxisProps={{ width: 184 }}
          gridAxis="y"
          maxBarWidth={22}
          valueFormatter={(value) => formats.shortMoney(value)}
        />
      </div>
      <PlainTable
        caption={t.byBucket}
        columns={[{ label: t.bucket }, { label: t.value, isNumber: true }]}
        rows={told.byBucket.map((bucket) => ({
          key: bucket.code,
          cells: [nameOf(bucket), formats.money(bucket.value)],
        }))}
      />
    </Stack>
  );
}

export function Indicators({ found }: { found: Found }): JSX.Element {
  const t = useTexts(creditTexts);
  const formats = useFormats();
  const { indicators: told, source, referenceMonth, document } = found;
  const isEmpty = told.byBucket.length === 0 && told.byModality.length === 0;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4" className="farol-number">
          {writeDocument(document)}
        </Title>
        <Group gap="xs">
          <Badge variant="default">{t.month(formats.month(referenceMonth))}</Badge>
          <Badge variant="light">{source === 'live' ? t.live : t.cache}</Badge>
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        {t.complete(`${formats.count(told.volumeProcessedPercent)}%`)}
      </Text>
      <Tiles told={told} />
      {isEmpty ? (
        <NothingYet title={t.nothing}>{t.nothingHint}</NothingYet>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          <Buckets told={told} />
          <Modalities modalities={told.byModality} />
        </SimpleGrid>
      )}
      <ByMonth document={document} referenceMonth={referenceMonth} />
    </Stack>
  );
}
