import { BarChart } from '@mantine/charts';
import { Stack, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Indicators as Found } from '../../api/shapes.ts';
import { useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { describeModality } from './register-words.ts';
import { creditTexts } from './texts.ts';

type Modality = Found['indicators']['byModality'][number];

export function Modalities({ modalities }: { modalities: readonly Modality[] }): JSX.Element {
  const t = useTexts(creditTexts);
  const { language, formats } = useLanguage();
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t.byModality}
      </Title>
      <div aria-hidden>
        <BarChart
          barChartProps={{ accessibilityLayer: false }}
          h={Math.max(160, 48 * modalities.length + 60)}
          data={modalities.map((each) => ({
            modality: describeModality(language, each),
            [t.toFallDue]: Number(each.toFallDue),
            [t.overdue]: Number(each.overdue),
            [t.loss]: Number(each.loss),
          }))}
          dataKey="modality"
          type="stacked"
          orientation="vertical"
          series={[
            { name: t.toFallDue, color: 'teal.6' },
            { name: t.overdue, color: 'orange.6' },
            { name: t.loss, color: 'red.7' },
          ]}
          withLegend
          yAxisProps={{ width: 130 }}
          gridAxis="y"
          maxBarWidth={22}
          valueFormatter={(value) => formats.shortMoney(value)}
        />
      </div>
      <PlainTable
        isStacked
        caption={t.byModality}
        columns={[
          { label: t.modality },
          { label: t.toFallDue, isNumber: true },
          { label: t.overdue, isNumber: true },
          { label: t.loss, isNumber: true },
        ]}
        rows={modalities.map((each) => ({
          key: each.modality,
          cells: [
            describeModality(language, each),
            ...[each.toFallDue, each.overdue, each.loss].map((value) => formats.money(value)),
          ],
        }))}
      />
    </Stack>
  );
}
