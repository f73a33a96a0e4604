import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { JSX } from 'react';
import { ApiFault } from '../../api/http.ts';
import type { Start } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useLogIn } from './session.ts';
import type { LogIn } from './session.ts';
import { accountTexts } from './texts.ts';

function Refusal({ error }: { error: Error }): JSX.Element {
  const t = useTexts(accountTexts);
  return error instanceof ApiFault && error.status === 401 ? (
    <Alert color={MEANING.trouble} role="alert">
      {t.wrongPair}
    </Alert>
  ) : (
    <ErrorState error={error} />
  );
}

export function LoginForm({ demo }: { demo: Start['demo'] }): JSX.Element {
  const t = useTexts(accountTexts);
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/login' });
  const { mutate, isPending, error } = useLogIn();
  const form = useForm<LogIn>({ mode: 'uncontrolled', initialValues: demo ?? { email: '', password: '' } });
  const enter = (given: LogIn): void => {
    mutate(given, { onSuccess: () => void navigate({ to: next ?? '/' }) });
  };
  return (
    <Paper
      withBorder
      shadow="sm"
      p={{ base: 'md', sm: 'xl' }}
      component="section"
      style={{ alignSelf: 'start' }}
    >
      <form onSubmit={form.onSubmit(enter)}>
        <Stack>
          <Title order={2} size="h3">
            {t.logIn}
          </Title>
          {demo === null ? null : (
            <Text size="sm" c="dimmed">
              {t.demoHint}
            </Text>
          )}
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {error === null ? null : <Refusal error={error} />}
          <Button type="submit" loading={isPending} size="md">
            {t.logIn}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
