import { Paper } from '@mantine/core';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { SecretsPage } from '../../ui/secrets-page.tsx';
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
  const create = useCreateWebhook(organizationId);
  return (
    <SecretsPage
      title={t.page}
      hint={t.pageHint}
      create={t.create}
      form={({ onMade, onCancel }) => (
        <WebhookForm
          initial={EMPTY}
          act={t.create}
          isBusy={create.isPending}
          error={create.error}
          onSubmit={(fields) =>
            create.mutate(fields, { onSuccess: ({ secret }) => onMade({ title: t.secret, secret }) })
          }
          onCancel={onCancel}
        />
      )}
    >
      <WebhookList />
    </SecretsPage>
  );
}
