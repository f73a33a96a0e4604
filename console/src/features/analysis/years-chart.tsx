import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { chartTexts } from './chart-texts.ts';

type Years = Overview['years'];

/** Years in which nothing happened are part of the picture. */
function fillYears(years: Years): Years {
  const [first, last] = [years[0]?.year ?? 0, years.at(-1)?.year ?? -1];
  const known = new Map(years.map((each) => [each.year, each]));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return known.get(year) ?? { year, filed: 0, ended: 0 };
  });
}

export function YearsChart({ years }: { years: Years }): JSX.Element {
  const t = useTexts(chartTexts);
  const formats = useFormats();
  const whole = fillYears(years);
  return (
    <Section title={t.yearsTitle} hint={t.yearsHint}>
      <div aria-hidden>
        <BarChart
          barChartProps={{ accessibilityLayer: false }}
          h={286}
          data={whole.map(({ year, filed, ended }) => ({
            year: String(year),
            [t.filed]: filed,
            [t.ended]: ended,
          }))}
          dataKey="year"
          series={[
            { name: t.filed, color: 'sea.6' },
            { name: t.ended, color: 'gray.5' },
          ]}
          withLegend
          maxBarWidth={28}
          yAxisProps={{ allowDecimals: false, width: 40 }}
          valueFormatter={(value) => formats.count(value)}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t.yearsTitle}</caption>
          <thead>
            <tr>
              <th>{t.year}</th>
              <th>{t.filed}</th>
              <th>{t.ended}</th>
            </tr>
          </thead>
          <tbody>
            {whole.map(({ year, filed, ended }) => (
              <tr key={year}>
                <th>{year}</th>
                <td>{filed}</td>
                <td>{ended}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Section>
  );
}
