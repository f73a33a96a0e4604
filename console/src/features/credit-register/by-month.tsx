import { BarChart } from '@mantine/charts';
import { Stack, Text, Title } from '@mantine/core';
import type { JSX } from 'react';
import type { CreditHistory } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useCreditHistory } from './credit.ts';
import { creditTexts } from './texts.ts';

type Month = CreditHistory['months'][number];

function MonthsChart({ months }: { months: readonly Month[] }): JSX.Element {
  const t = useTexts(creditTexts);
  const formats = useFormats();
  return (
    <div aria-hidden>
      <BarChart
        barChartProps={{ accessibilityLayer: false }}
        h={220}
        data={months.map(({ referenceMonth, activePortfolio, overdue, loss }) => ({
          month: formats.month(referenceMonth),
          [t.portfolio]: Number(activePortfolio),
          [t.overdue]: Number(overdue),
          [t.loss]: Number(loss),
        }))}
        dataKey="month"
        series={[
          { name: t.portfolio, color: 'teal.6' },
          { name: t.overdue, color: 'orange.6' },
          { name: t.loss, color: 'red.7' },
        ]}
        withLegend
        yAxisProps={{ width: 84 }}
        maxBarWidth={48}
        valueFormatter={(value) => formats.shortMoney(value)}
      />
    </div>
  );
}

function Months({ months }: { months: readonly Month[] }): JSX.Element {
  const t = useTexts(creditTexts);
  const formats = useFormats();
  const columns = [t.portfolio, t.overdue, t.over90, t.loss, t.limits, t.responsibility];
  return (
    <>
      <MonthsChart months={months} />
      <PlainTable
        isStacked
        caption={t.history}
        columns={[{ label: t.monthColumn }, ...columns.map((label) => ({ label, isNumber: true }))]}
        rows={months.map((month) => ({
          key: month.referenceMonth,
          cells: [
            formats.month(month.referenceMonth),
            ...[
              month.activePortfolio,
              month.overdue,
              month.overdueOver90Days,
              month.loss,
              month.creditLimits,
              month.totalResponsibility,
            ].map((value) => formats.money(value)),
          ],
        }))}
      />
    </>
  );
}

type ByMonthProps = { document: string; referenceMonth: string };

export function ByMonth({ document, referenceMonth }: ByMonthProps): JSX.Element {
  const t = useTexts(creditTexts);
  const history = useCreditHistory(useEnteredOrganization(), document, referenceMonth);
  const { data: months, error } = history;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t.history}
      </Title>
      {error === null ? null : <ErrorState error={error} onRetry={() => void history.refetch()} />}
      {months === undefined && error === null ? <Waiting lines={2} /> : null}
      {months !== undefined && months.length < 2 ? (
        <Text size="sm" c="dimmed">
          {t.oneMonth}
        </Text>
      ) : null}
      {months !== undefined && months.length >= 2 ? <Months months={months} /> : null}
    </Stack>
  );
}
