import { Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useQuarantine } from './operator.ts';
import { sourceTexts } from './source-texts.ts';

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
          cells: [
            <span key="reason" lang="en">
              {reason}
            </span>,
            formats.count(rows),
          ],
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
            <span key="reason" lang="en">
              {reason}
            </span>,
          ],
        }))}
      />
    </Stack>
  );
}
