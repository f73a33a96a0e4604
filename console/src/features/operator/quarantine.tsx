import { Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useFormats, useLanguage, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useQuarantine } from './operator.ts';
import { describeReason } from './reason-texts.ts';
import { sourceTexts } from './source-texts.ts';

function Reason({ reason }: { reason: string }): JSX.Element {
  const { language } = useLanguage();
  const described = describeReason(language, reason);
  return described === null ? <span lang="en">{reason}</span> : <span>{described}</span>;
}

export function QuarantineView({ importId }: { importId: number }): JSX.Element {
  const t = useTexts(sourceTexts);
  const formats = useFormats();
  const { data, error, refetch } = useQuarantine(importId);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={4} />;
  if (data.rows.length === 0) return <NothingYet title={t.nothingSetAside} />;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.quarantineHint}
      </Text>
      <PlainTable
        isStacked
        caption={t.reason}
        columns={[{ label: t.reason }, { label: t.rows, isNumber: true }]}
        rows={data.reasons.map(({ reason, rows }) => ({
          key: reason,
          cells: [<Reason key="reason" reason={reason} />, formats.count(rows)],
        }))}
      />
      <Text size="sm" fw={600}>
        {t.places}
      </Text>
      <PlainTable
        isStacked
        caption={t.places}
        columns={[{ label: t.file }, { label: t.line, isNumber: true }, { label: t.reason }]}
        rows={data.rows.map(({ file, line, reason }) => ({
          key: `${file} ${line} ${reason}`,
          cells: [
            <span key="file" className="farol-secret">
              {file}
            </span>,
            formats.count(line),
            <Reason key="reason" reason={reason} />,
          ],
        }))}
      />
    </Stack>
  );
}
