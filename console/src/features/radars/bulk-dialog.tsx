// Many at once: every line is judged before anything is charged, and reported by itself afterwards.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { BulkReport } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LineFaults, PastedText } from '../../ui/pasted-list.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { bulkTexts } from './bulk-texts.ts';
import { readPasted } from './pasted-lines.ts';
import type { PastedLine } from './pasted-lines.ts';
import { useAddRadars } from './radars.ts';

const MOST_LINES = 100_000;

const FAULT_TEXTS = { document: 'faultDocument', name: 'faultName', twice: 'faultTwice' } as const;

/** The server's words are for integrators; those that a person meets here are said in the console's own. */
function useReason(): (reason: string) => string {
  const t = useTexts(bulkTexts);
  return (reason) => {
    if (/balance|saldo/i.test(reason)) return t.reasonBalance;
    return /again|import|moment/i.test(reason) ? t.reasonBusy : reason;
  };
}

type ReportProps = { report: BulkReport; sent: readonly PastedLine[]; onClose(): void };

function Report({ report, sent, onClose }: ReportProps): JSX.Element {
  const t = useTexts(bulkTexts);
  const formats = useFormats();
  const reasonOf = useReason();
  const faults = report.lines
    .filter(({ result }) => result === 'refused')
    .map(({ line, reason }) => ({ line: sent[line - 1]?.line ?? line, text: reasonOf(reason) }));
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{t.doneTitle}</Text>
      <Text>{t.added(formats.count(report.added))}</Text>
      {report.renamed > 0 ? <Text>{t.renamed(formats.count(report.renamed))}</Text> : null}
      {report.refused > 0 ? <Text>{t.refused(formats.count(report.refused))}</Text> : null}
      <LineFaults texts={t} faults={faults} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.close}</Button>
      </Group>
    </Stack>
  );
}

function Judged({ lines }: { lines: readonly PastedLine[] }): JSX.Element | null {
  const t = useTexts(bulkTexts);
  const formats = useFormats();
  if (lines.length === 0) return null;
  if (lines.length > MOST_LINES) return <Text size="sm">{t.tooMany}</Text>;
  const faults = lines.flatMap(({ line, fault }) =>
    fault === null ? [] : [{ line, text: t[FAULT_TEXTS[fault]] }],
  );
  const right = lines.length - faults.length;
  const told = [
    right === 1 ? t.oneRight : t.right(formats.count(right)),
    ...(faults.length === 0
      ? []
      : [faults.length === 1 ? t.oneWrong : t.wrong(formats.count(faults.length))]),
  ];
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} role="status">
        {told.join(' · ')}
      </Text>
      <LineFaults texts={t} faults={faults} />
    </Stack>
  );
}

export function BulkDialog({ onClose }: { onClose(): void }): JSX.Element {
  const t = useTexts(bulkTexts);
  const formats = useFormats();
  const add = useAddRadars(useEnteredOrganization());
  const [text, setText] = useState('');
  const settled = useDeferredValue(text);
  const lines = useMemo(() => readPasted(settled), [settled]);
  const sent = lines.filter(({ radar }) => radar !== null);
  const submit = (): void => add.mutate(sent.flatMap(({ radar }) => (radar === null ? [] : [radar])));
  return (
    <TitledDialog title={t.title} size="lg" onClose={onClose}>
      {add.data === undefined ? (
        <Stack gap="sm">
          <PastedText texts={t} text={text} onText={setText} />
          <Judged lines={lines} />
          {add.error === null ? null : <ErrorState error={add.error} onRetry={submit} />}
          <Group justify="flex-end">
            <Button
              disabled={sent.length === 0 || lines.length > MOST_LINES}
              loading={add.isPending}
              onClick={submit}
            >
              {t.act(formats.count(sent.length))}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Report report={add.data} sent={sent} onClose={onClose} />
      )}
    </TitledDialog>
  );
}
