// The batches of an organization, the newest first.
import { Alert, Anchor, Button, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { BatchHead } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { canCharge, planWith, useEnteredOrganization } from '../accounts/use-organization.ts';
import { BatchBar, BatchState, isGoingOn } from './batch-progress.tsx';
import { BATCH_KEY, BATCHES_KEY, useBatch, useBatches } from './batches.ts';
import { NewBatchDialog } from './new-batch-dialog.tsx';
import { batchTexts } from './texts.ts';
import { useLiveBatches } from './use-live-batches.ts';

/** Of one that goes on its documents are counted anew; of one that has ended the time says enough. */
function Come({ batch }: { batch: BatchHead }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  const { data } = useBatch(useEnteredOrganization(), batch.batchId, isGoingOn(batch));
  if (batch.endedAt !== null) {
    return (
      <Text size="sm" c="dimmed">
        {t.endedAt(formats.moment(batch.endedAt))}
      </Text>
    );
  }
  return data === undefined ? <Skeleton h={16} /> : <BatchBar batch={data} />;
}

function BatchLine({ batch }: { batch: BatchHead }): JSX.Element {
  const t = useTexts(batchTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const id = String(batch.batchId);
  const count = batch.accepted === 1 ? t.oneDocument : t.documents(formats.count(batch.accepted));
  return (
    <li className="farol-batch farol-line">
      <Stack gap={0} miw={0}>
        <Anchor
          component={Link}
          to={`/o/${organizationId}/batches/${batch.batchId}`}
          fw={600}
          aria-label={t.open(id)}
        >
          {t.one(id)}
        </Anchor>
        <Text size="sm" c="dimmed" className="farol-number">
          {count} · {t.sentAt(formats.moment(batch.createdAt))}
        </Text>
      </Stack>
      <BatchState batch={batch} />
      <Come batch={batch} />
    </li>
  );
}

function BatchList(): JSX.Element {
  const t = useTexts(batchTexts);
  const pages = useBatches(useEnteredOrganization());
  if (pages.error !== null) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />;
  if (pages.data === undefined) return <Waiting lines={5} height={44} />;
  const batches = pages.data.pages.flatMap((page) => page.batches);
  if (batches.length === 0) return <NothingYet title={t.none}>{t.noneHint}</NothingYet>;
  return (
    <>
      <ul className="farol-batches" aria-label={t.title}>
        {batches.map((batch) => (
          <BatchLine key={batch.batchId} batch={batch} />
        ))}
      </ul>
      <LoadMore pages={pages} text={t.more} />
    </>
  );
}

/** Null for whoever may send one. */
function useSendRefusal(): string | null {
  const t = useTexts(batchTexts);
  const organization = useEnteredOrganization();
  if (planWith(organization, 'ANALYTICS') === null) return t.noPlan;
  return canCharge(organization) ? null : t.noRole;
}

export function BatchesPage(): JSX.Element {
  const t = useTexts(batchTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const refusal = useSendRefusal();
  useLiveBatches([BATCHES_KEY, BATCH_KEY]);
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.title}
        hint={t.hint}
        aside={
          <Button leftSection={<IconPlus size={18} />} disabled={refusal !== null} onClick={open}>
            {t.add}
          </Button>
        }
      />
      {refusal === null ? null : <Alert color={MEANING.unknown}>{refusal}</Alert>}
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <BatchList />
      </Paper>
      {isOpen ? <NewBatchDialog onClose={close} /> : null}
    </Stack>
  );
}
