// One batch: how far it has come, what it cost, and what came of each of its documents.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Batch } from '../../api/shapes.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, useEnteredOrganization } from '../accounts/use-organization.ts';
import { BatchBar, BatchState, isGoingOn } from './batch-progress.tsx';
import { BATCH_KEY, BATCHES_KEY, useBatch, useBatchFile, useCancelBatch } from './batches.ts';
import { Figures } from './figures.tsx';
import { ResultsSection } from './results-section.tsx';
import { batchTexts } from './texts.ts';
import { useLiveBatches } from './use-live-batches.ts';

function CancelButton({ batch }: { batch: Batch }): JSX.Element | null {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  const organization = useEnteredOrganization();
  const cancel = useCancelBatch(organization, batch.batchId);
  const canBeCancelled = batch.status === 'INITIAL' || batch.status === 'PROCESSING';
  if (!canBeCancelled || !canCharge(organization)) return null;
  return (
    <ConfirmButton
      size="sm"
      label={t.cancel}
      question={t.cancelQuestion}
      hint={t.cancelHint(formats.count(batch.documents.waiting))}
      act={cancel}
    />
  );
}

type FileProps = { batch: Batch; file: ReturnType<typeof useBatchFile> };

function SpreadsheetButton({ batch: { spreadsheet }, file }: FileProps): JSX.Element | null {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  if (spreadsheet === null) return null;
  return (
    <Button
      leftSection={<IconDownload size={18} />}
      title={t.spreadsheetSize(formats.count(spreadsheet.totalProcesses), formats.size(spreadsheet.bytes))}
      loading={file.isPending && file.variables === 'xlsx'}
      onClick={() => file.mutate('xlsx')}
    >
      {t.spreadsheet}
    </Button>
  );
}

function ProgressSection({ batch }: { batch: Batch }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  const { waiting, processing, done, error, cancelled } = batch.documents;
  const figures = [
    [t.documentsWaiting, waiting],
    [t.documentsProcessing, processing],
    [t.documentsDone, done],
    [t.documentsError, error],
    [t.documentsCancelled, cancelled],
    [t.linesRefused, batch.refused],
    [t.unitsCharged, batch.unitsCharged],
    [t.unitsGivenBack, batch.unitsGivenBack],
  ] as const;
  return (
    <Section
      title={t.progress}
      aside={
        <div role="status">
          <BatchState batch={batch} />
        </div>
      }
    >
      <Stack gap="md">
        <BatchBar batch={batch} />
        <Figures figures={figures.map(([label, count]) => [label, formats.count(count)])} />
        {batch.status === 'ERROR' ? (
          <Alert color={MEANING.trouble} role="alert">
            {t.interrupted}
          </Alert>
        ) : null}
        {isGoingOn(batch) ? (
          <Text size="sm" c="dimmed">
            {t.spreadsheetSoon}
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

export function BatchPage(): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  const { batchId } = useParams({ from: '/o/$organizationId/batches/$batchId' });
  const organization = useEnteredOrganization();
  const { data: batch, error, refetch } = useBatch(organization, batchId);
  const file = useBatchFile(organization, batchId);
  useLiveBatches([BATCH_KEY, BATCHES_KEY], { isOn: batch !== undefined && isGoingOn(batch) });
  if (error !== null) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  if (batch === undefined) return <Waiting lines={8} height={28} />;
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.one(String(batchId))}
        hint={t.sentAt(formats.moment(batch.createdAt))}
        aside={
          <Group gap="xs" className="farol-noprint">
            <CancelButton batch={batch} />
            <SpreadsheetButton batch={batch} file={file} />
          </Group>
        }
      />
      {file.error === null ? null : <ErrorState error={file.error} />}
      <ProgressSection batch={batch} />
      <ResultsSection batch={batch} file={file} />
    </Stack>
  );
}
