import { Button, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { JSX } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { webhookTexts } from './texts.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import type { WebhookFields } from './webhook-form.tsx';
import { useCreateWebhook, useWebhooks } from './webhooks.ts';

const EMPTY: WebhookFields = { url: '', description: '', events: [], includeDocuments: false };

function WebhookList(): JSX.Element {
  const t = useTexts(webhookTexts);
  const { data, error, refetch } = useWebhooks(useEnteredOrganization().organizationId);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={4} height={34} />;
  if (data.length > 0)
    return (
      <>
        {data.map((each) => (
          <WebhookCard key={each.id} webhook={each} />
        ))}
      </>
    );
  return (
    <Paper withBorder p="lg">
      <NothingYet title={t.none}>{t.noneHint}</NothingYet>
    </Paper>
  );
}

export function WebhooksPage(): JSX.Element {
  const t = useTexts(webhookTexts);
  const { organizationId } = useEnteredOrganization();
  const [isOpen, { open, close }] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const create = useCreateWebhook(organizationId);
  const submit = (fields: WebhookFields): void =>
    create.mutate(fields, {
      onSuccess: (made) => {
        close();
        setSecret(made.secret);
      },
    });
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.page}
        hint={t.pageHint}
        aside={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
            {t.create}
          </Button>
        }
      />
      <WebhookList />
      <Dialog title={t.create} isOpen={isOpen} onClose={close}>
        <WebhookForm
          initial={EMPTY}
          act={t.create}
          isBusy={create.isPending}
          error={create.error}
          onSubmit={submit}
          onCancel={close}
        />
      </Dialog>
      {secret === null ? null : (
        <SecretOnce title={t.secret} secret={secret} onDone={() => setSecret(null)} />
      )}
    </Stack>
  );
}
