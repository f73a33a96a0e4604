// The only part that loads the charts' library.
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Group, SegmentedControl, SimpleGrid, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { chartTexts } from './chart-texts.ts';
import { lineOf, subtractLines } from './summary.ts';
import type { Line } from './summary.ts';
import { YearsChart } from './years-chart.tsx';

type ChartTexts = (typeof chartTexts)['pt-BR'];
type Grouping = 'nature' | 'side' | 'life';
type Measure = 'count' | 'value';
type Bar = { label: string; risk: Line; rest: Line };

function barsOf(t: ChartTexts, register: Register, grouping: Grouping): Bar[] {
  const bar = (label: string, all: string, risk: string): Bar => {
    const withRisk = lineOf(register, risk);
    return { label, risk: withRisk, rest: subtractLines(lineOf(register, all), withRisk) };
  };
  if (grouping === 'nature') {
    return [
      bar(t.execution, 'RISK_EXECUTION', 'EXECUTION_WITH_RISK'),
      bar(t.labour, 'RISK_WORKER', 'WORKER_WITH_RISK'),
      bar(t.criminal, 'RISK_CRIMINAL', 'CRIMINAL_WITH_RISK'),
    ];
  }
  if (grouping === 'side') {
    return [
      bar(t.defendant, 'ISDEFENDANT', 'ISDEFENDANT_WITH_RISK'),
      bar(t.author, 'ISAUTHOR', 'ISAUTHOR_WITH_RISK'),
      bar(t.unclassified, 'PERSON_NOT_CLASSIFIED', 'PERSON_NOT_CLASSIFIED_WITH_RISK'),
    ];
  }
  const life = (label: string, state: string): Bar => ({
    label,
    risk: lineOf(register, `IS_${state}_WITH_RISK`),
    rest: lineOf(register, `IS_${state}_WITHOUT_RISK`),
  });
  return [life(t.active, 'ACTIVE'), life(t.inactive, 'INACTIVE')];
}

type Written = (line: Line) => string;

/** The same figures for those who do not see the bars. */
function FigureTable({ bars, write }: { bars: readonly Bar[]; write: Written }): JSX.Element {
  const t = useTexts(chartTexts);
  return (
    <VisuallyHidden>
      <table>
        <caption>{t.title}</caption>
        <thead>
          <tr>
            <th>{t.class}</th>
            <th>{t.withRisk}</th>
            <th>{t.withoutRisk}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, risk, rest }) => (
            <tr key={label}>
              <th>{label}</th>
              <td>{write(risk)}</td>
              <td>{write(rest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

function RiskBars({ bars, measure }: { bars: readonly Bar[]; measure: Measure }): JSX.Element {
  const t = useTexts(chartTexts);
  const formats = useFormats();
  const read = (line: Line): number => (measure === 'count' ? line.count : Number(line.value));
  const write: Written = (line) =>
    measure === 'count' ? formats.count(line.count) : formats.money(line.value);
  return (
    <>
      <div aria-hidden>
        <BarChart
          barChartProps={{ accessibilityLayer: false }}
          h={240}
          data={bars.map(({ label, risk, rest }) => ({
            label,
            [t.withRisk]: read(risk),
            [t.withoutRisk]: read(rest),
          }))}
          dataKey="label"
          type="stacked"
          orientation="vertical"
          series={[
            { name: t.withRisk, color: 'red.7' },
            { name: t.withoutRisk, color: 'teal.6' },
          ]}
          withLegend
          gridAxis="y"
          maxBarWidth={34}
          yAxisProps={{ width: 96 }}
          xAxisProps={{ allowDecimals: false }}
          valueFormatter={(value) => (measure === 'count' ? formats.count(value) : formats.shortMoney(value))}
        />
      </div>
      <FigureTable bars={bars} write={write} />
    </>
  );
}

function RiskChart({ register }: { register: Register }): JSX.Element {
  const t = useTexts(chartTexts);
  const [grouping, setGrouping] = useState<Grouping>('nature');
  const [measure, setMeasure] = useState<Measure>('count');
  return (
    <Section title={t.title} hint={t.hint}>
      <Group gap="xs" mb="md" className="farol-noprint">
        <SegmentedControl
          size="xs"
          aria-label={t.grouping}
          value={grouping}
          onChange={(wanted) => setGrouping(wanted)}
          data={[
            { value: 'nature', label: t.byNature },
            { value: 'side', label: t.bySide },
            { value: 'life', label: t.byLife },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t.measure}
          value={measure}
          onChange={(wanted) => setMeasure(wanted)}
          data={[
            { value: 'count', label: t.count },
            { value: 'value', label: t.value },
          ]}
        />
      </Group>
      <RiskBars bars={barsOf(t, register, grouping)} measure={measure} />
    </Section>
  );
}

export function Charts({ register, overview }: { register: Register; overview: Overview }): JSX.Element {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <RiskChart register={register} />
      <YearsChart years={overview.years} />
    </SimpleGrid>
  );
}
