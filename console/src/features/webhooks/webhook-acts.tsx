// What can be done with one webhook, beside looking at it.
import { Alert, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Webhook } from '../../api/administration-shapes.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { SecretOnce } from '../../ui/secret-once.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { webhookTexts } from './texts.ts';
import { WebhookForm } from './webhook-form.tsx';
import { useChangeWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from './webhooks.ts';
import type { WebhookKey } from './webhooks.ts';

type ActsProps = { webhook: Webhook; of: WebhookKey };

function EditButton({ webhook, of }: ActsProps): JSX.Element {
  const t = useTexts(webhookTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const change = useChangeWebhook(of);
  const { url, description, events, includeDocuments } = webhook;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t.edit}
      </Button>
      <Dialog title={t.edit} isOpen={isOpen} onClose={close}>
        <WebhookForm
          initial={{ url, description, events, includeDocuments }}
          act={t.save}
          isBusy={change.isPending}
          error={change.error}
          onSubmit={(fields) => change.mutate(fields, { onSuccess: close })}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

function RotateButton({ of }: Pick<ActsProps, 'of'>): JSX.Element {
  const t = useTexts(webhookTexts);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRotateSecret(of);
  const [isOpen, { open, close }] = useDisclosure();
  const act = (): void =>
    rotate.mutate(undefined, {
      onSuccess: (rotated) => {
        close();
        setSecret(rotated.secret);
      },
    });
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {t.rotate}
      </Button>
      <Dialog title={t.rotateQuestion} isOpen={isOpen} onClose={close}>
        {rotate.error === null ? null : <ErrorState error={rotate.error} />}
        {t.rotateHint}
        <Group justify="flex-end" mt="md">
          <Button loading={rotate.isPending} onClick={act}>
            {t.rotate}
          </Button>
        </Group>
      </Dialog>
      {secret === null ? null : (
        <SecretOnce title={t.secret} secret={secret} onDone={() => setSecret(null)} />
      )}
    </>
  );
}

export function WebhookActs({ webhook, of }: ActsProps): JSX.Element {
  const t = useTexts(webhookTexts);
  const test = useTestWebhook(of);
  const change = useChangeWebhook(of);
  const remove = useRemoveWebhook(of);
  const isEnabled = webhook.status === 'ENABLED';
  return (
    <>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          variant="light"
          disabled={!isEnabled}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t.test}
        </Button>
        <EditButton webhook={webhook} of={of} />
        <Button
          size="xs"
          variant="default"
          loading={change.isPending}
          onClick={() => change.mutate({ status: isEnabled ? 'DISABLED' : 'ENABLED' })}
        >
          {isEnabled ? t.disable : t.enable}
        </Button>
        <RotateButton of={of} />
        <ConfirmButton label={t.remove} question={t.removeQuestion} hint={t.removeHint} act={remove} />
      </Group>
      {test.isSuccess ? (
        <Alert color={MEANING.plain} mt="sm" py="xs" role="status">
          {t.tested}
        </Alert>
      ) : null}
      {[test.error, change.error].map((error) =>
        error === null ? null : <ErrorState key={error.message} error={error} />,
      )}
    </>
  );
}
