import { Alert, Button, SegmentedControl, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import type { JSX } from 'react';
import type { Consent } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { fingerprint, useConsent } from './credit.ts';
import { creditTexts } from './texts.ts';

type Given = { text: string; name: string; signer: string; signedOn: string; itemId: string };
type Mode = Consent['mode'];

async function toConsent(
  given: Given,
  mode: Mode,
  of: { organizationId: number; document: string },
): Promise<Consent> {
  if (mode === 'LINKED_ITEM') return { ...of, mode, itemId: given.itemId };
  return {
    ...of,
    mode,
    textHash: await fingerprint(given.text),
    signedAt: `${given.signedOn}T00:00:00Z`,
    signers: [{ name: given.name, document: given.signer }],
  };
}

type FieldsProps = { form: UseFormReturnType<Given>; mode: Mode };

function Fields({ form, mode }: FieldsProps): JSX.Element {
  const t = useTexts(creditTexts);
  const field = (name: keyof Given): object => ({
    key: form.key(name),
    required: true,
    withAsterisk: false,
    ...form.getInputProps(name),
  });
  if (mode === 'LINKED_ITEM') return <TextInput label={t.itemId} {...field('itemId')} />;
  return (
    <>
      <Textarea label={t.consentText} description={t.consentTextHint} rows={4} {...field('text')} />
      <TextInput label={t.signerName} {...field('name')} />
      <TextInput label={t.signerDocument} {...field('signer')} />
      <TextInput label={t.signedAt} type="date" {...field('signedOn')} />
    </>
  );
}

export function ConsentForm({ document, onRecorded }: { document: string; onRecorded(): void }): JSX.Element {
  const t = useTexts(creditTexts);
  const { organizationId } = useEnteredOrganization();
  const [mode, setMode] = useState<Mode>('OWN_PROOF');
  const consent = useConsent();
  const form = useForm<Given>({
    mode: 'uncontrolled',
    initialValues: { text: '', name: '', signer: '', signedOn: '', itemId: '' },
  });
  const submit = async (given: Given): Promise<void> => {
    await consent.mutateAsync(await toConsent(given, mode, { organizationId, document }));
    onRecorded();
  };
  return (
    <form onSubmit={form.onSubmit((given) => void submit(given).catch(() => undefined))}>
      <Stack maw={520}>
        <Title order={2} size="h4">
          {t.consentTitle}
        </Title>
        <Alert color={MEANING.unknown}>
          <Text size="sm">{t.consentHint}</Text>
        </Alert>
        <SegmentedControl
          value={mode}
          onChange={setMode}
          data={[
            { value: 'OWN_PROOF', label: t.ownProof },
            { value: 'LINKED_ITEM', label: t.linkedItem },
          ]}
        />
        <Fields form={form} mode={mode} />
        {consent.error === null ? null : <ErrorState error={consent.error} />}
        <Button type="submit" loading={consent.isPending} style={{ alignSelf: 'flex-start' }}>
          {t.record}
        </Button>
      </Stack>
    </form>
  );
}
