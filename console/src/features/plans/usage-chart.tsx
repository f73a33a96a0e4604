// Loads the charts' library, and so only when it is looked at.
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { ledgerTexts } from './ledger-texts.ts';
import type { Purpose } from './ledger-texts.ts';
import type { UsageDay } from './usage-days.ts';

const COLOURS: Readonly<Record<Purpose, string>> = {
  analysis: 'sea.7',
  radar: 'teal.6',
  cnh: 'grape.5',
  scr: 'yellow.6',
  process: 'cyan.6',
  other: 'gray.5',
};
const ORDER = Object.keys(COLOURS) as Purpose[];

export function UsageChart({ days }: { days: readonly UsageDay[] }): JSX.Element {
  const t = useTexts(ledgerTexts);
  const formats = useFormats();
  const used = ORDER.filter((purpose) => days.some(({ units }) => (units[purpose] ?? 0) !== 0));
  return (
    <>
      <div aria-hidden>
        <BarChart
          barChartProps={{ accessibilityLayer: false }}
          h={260}
          data={days.map(({ day, units }) => ({
            day: formats.shortDay(day),
            ...Object.fromEntries(used.map((purpose) => [t[purpose], units[purpose] ?? 0])),
          }))}
          dataKey="day"
          type="stacked"
          series={used.map((purpose) => ({ name: t[purpose], color: COLOURS[purpose] }))}
          withLegend
          maxBarWidth={26}
          yAxisProps={{ allowDecimals: false, width: 40 }}
          valueFormatter={(value) => formats.count(value)}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t.usage}</caption>
          <thead>
            <tr>
              <th>{t.day}</th>
              <th>{t.units}</th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ total }) => total !== 0)
              .map(({ day, total }) => (
                <tr key={day}>
                  <th>{formats.day(day)}</th>
                  <td>{formats.count(total)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
