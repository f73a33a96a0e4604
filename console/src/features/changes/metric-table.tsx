import { Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { Changes } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { metricTexts } from './metric-texts.ts';
import { changeTexts } from './texts.ts';

type Metric = Changes['metrics'][number];

function isChanged({ before, after }: Metric): boolean {
  return before.totalProcess !== after.totalProcess || before.vltotalProcess !== after.vltotalProcess;
}

/** Only what differs: twenty lines of which two do would hide them. */
export function MetricTable({ metrics }: { metrics: readonly Metric[] }): JSX.Element {
  const t = useTexts(changeTexts);
  const names = useTexts(metricTexts);
  const formats = useFormats();
  const changed = metrics.filter(isChanged);
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${formats.count(value)}`;
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {t.metrics}
      </Title>
      {changed.length === 0 ? (
        <Text size="sm">{t.sameMetrics}</Text>
      ) : (
        <PlainTable
          isStacked
          caption={t.metrics}
          columns={[
            { label: t.metric },
            { label: t.before, isNumber: true },
            { label: t.after, isNumber: true },
            { label: t.difference, isNumber: true },
            { label: t.value, isNumber: true },
          ]}
          rows={changed.map(({ metric, before, after }) => ({
            key: metric,
            cells: [
              names[metric],
              formats.count(before.totalProcess),
              formats.count(after.totalProcess),
              signed(after.totalProcess - before.totalProcess),
              formats.money(after.vltotalProcess),
            ],
          }))}
        />
      )}
    </div>
  );
}
