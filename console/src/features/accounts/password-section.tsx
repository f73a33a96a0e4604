import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { startAfresh, useChangePassword } from './session.ts';
import type { PasswordChange } from './session.ts';
import { accountTexts } from './texts.ts';

function Refusal({ error }: { error: Error }): JSX.Element {
  const t = useTexts(accountTexts);
  if (!(error instanceof ApiFault) || error.status !== 400) return <ErrorState error={error} />;
  const isPresent = error.message === 'The present password is wrong';
  return (
    <Alert color={MEANING.trouble} role="alert">
      {isPresent ? t.presentWrong : t.wantedWeak}
    </Alert>
  );
}

export function PasswordSection(): JSX.Element {
  const t = useTexts(accountTexts);
  const change = useChangePassword();
  const form = useForm<PasswordChange>({
    mode: 'uncontrolled',
    initialValues: { password: '', newPassword: '' },
  });
  const submit = (given: PasswordChange): void => {
    change.mutate(given, { onSuccess: startAfresh });
  };
  const field = { required: true, withAsterisk: false } as const;
  return (
    <Section title={t.changePassword} hint={t.changeHint}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack maw={420}>
          <PasswordInput
            {...field}
            label={t.present}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            {...field}
            label={t.wanted}
            description={t.wantedHint}
            autoComplete="new-password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          {change.error === null ? null : <Refusal error={change.error} />}
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            {t.changePassword}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
