import { Paper, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Overview, Register } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { lineOf, riskOf } from './summary.ts';
import { verdictTexts } from './verdict-texts.ts';

type TileProps = { label: string; figure: string | null; note?: string | undefined };

function Tile({ label, figure, note }: TileProps): JSX.Element {
  const t = useTexts(verdictTexts);
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {figure === null ? (
        <Text c="dimmed" lh="1.95rem">
          {t.notChecked}
        </Text>
      ) : (
        <Text fw={650} size="xl" className="farol-number">
          {figure}
        </Text>
      )}
      <Text size="xs" c="dimmed" mih="1.2rem">
        {note}
      </Text>
    </Paper>
  );
}

export function Tiles({ register, overview }: { register: Register; overview: Overview }): JSX.Element {
  const t = useTexts(verdictTexts);
  const formats = useFormats();
  const active = lineOf(register, 'IS_ACTIVE_WITH_RISK');
  const [protests, debts] = [lineOf(register, 'RISK_PROTEST'), lineOf(register, 'RISK_DEBTOR')];
  const checked = (status: string, count: number): string | null =>
    status === 'DONE' ? formats.count(count) : null;
  const worth = (value: string): string | undefined => (Number(value) > 0 ? formats.money(value) : undefined);
  const { totalWithoutValue: without } = overview;
  return (
    <>
      <Tile
        label={t.totalCases}
        figure={formats.count(overview.total)}
        note={without === 0 ? undefined : t.withoutValue(formats.count(without))}
      />
      <Tile label={t.activeRisk} figure={formats.count(active.count)} />
      <Tile label={t.riskValue} figure={formats.shortMoney(riskOf(register).value)} />
      <Tile
        label={t.protestTile}
        figure={checked(register.statusProtest, protests.count)}
        note={worth(protests.value)}
      />
      <Tile
        label={t.debtTile}
        figure={checked(register.statusDebtor, debts.count)}
        note={worth(debts.value)}
      />
    </>
  );
}
