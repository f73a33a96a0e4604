import { Alert, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import type { JSX } from 'react';
import type { Webhook } from '../../api/administration-shapes.ts';
import { ApiFault } from '../../api/http.ts';
import { FormActs } from '../../ui/form-acts.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { EVENT_TYPES, webhookTexts } from './texts.ts';

export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events' | 'includeDocuments'>;

type WebhookFormProps = {
  initial: WebhookFields;
  act: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit(fields: WebhookFields): void;
  onCancel(): void;
};

function Refusal({ error }: { error: Error }): JSX.Element {
  const t = useTexts(webhookTexts);
  return error instanceof ApiFault && error.status === 400 ? (
    <Alert color={MEANING.trouble} role="alert" title={t.urlRefused}>
      {t.urlRefusedHint}
    </Alert>
  ) : (
    <ErrorState error={error} />
  );
}

function Events({ form }: { form: UseFormReturnType<WebhookFields> }): JSX.Element {
  const t = useTexts(webhookTexts);
  return (
    <Checkbox.Group
      label={t.events}
      description={t.eventsHint}
      key={form.key('events')}
      {...form.getInputProps('events')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} verticalSpacing={6} mt="xs">
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={type} size="xs" />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}

export function WebhookForm({
  initial,
  act,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: WebhookFormProps): JSX.Element {
  const t = useTexts(webhookTexts);
  const form = useForm<WebhookFields>({ mode: 'uncontrolled', initialValues: initial });
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        <TextInput
          label={t.url}
          description={t.urlHint}
          type="url"
          required
          withAsterisk={false}
          data-autofocus
          autoComplete="off"
          key={form.key('url')}
          {...form.getInputProps('url')}
        />
        <TextInput
          label={t.description}
          maxLength={200}
          autoComplete="off"
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
        <Events form={form} />
        <Checkbox
          label={t.includeDocuments}
          description={t.includeHint}
          key={form.key('includeDocuments')}
          {...form.getInputProps('includeDocuments', { type: 'checkbox' })}
        />
        {error === null ? null : <Refusal error={error} />}
        <FormActs act={act} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
