import { Badge, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Token } from '../../api/administration-shapes.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { SecretsPage } from '../../ui/secrets-page.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { accountTexts, ROLE_TEXTS } from './texts.ts';
import { TokenForm } from './token-form.tsx';
import { tokenTexts } from './token-texts.ts';
import { useRevokeToken, useTokens } from './tokens.ts';
import { useEnteredOrganization } from './use-organization.ts';

type TokenTexts = (typeof tokenTexts)['pt-BR'];

function lifeOf(t: TokenTexts, expiresAt: string | null, moment: (value: string) => string): string {
  if (expiresAt === null) return t.endless;
  return Date.parse(expiresAt) < Date.now() ? t.ended(moment(expiresAt)) : t.endsAt(moment(expiresAt));
}

function TokenLine({ token }: { token: Token }): JSX.Element {
  const t = useTexts(tokenTexts);
  const words = useTexts(accountTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const revoke = useRevokeToken(organizationId, token.id);
  return (
    <Group justify="space-between" py="xs" className="farol-line" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {token.name}
          </Text>
          <Badge variant="default">{words[ROLE_TEXTS[token.role]]}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {t.createdAt(formats.moment(token.createdAt))} · {lifeOf(t, token.expiresAt, formats.moment)}
        </Text>
      </Stack>
      <ConfirmButton
        label={t.revoke}
        question={t.revokeQuestion(token.name)}
        hint={t.revokeHint}
        act={revoke}
      />
    </Group>
  );
}

function TokenList(): JSX.Element {
  const t = useTexts(tokenTexts);
  const { data, error, refetch } = useTokens(useEnteredOrganization().organizationId);
  return (
    <Section title={t.tokens}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={3} height={34} /> : null}
      {data?.length === 0 ? <NothingYet title={t.none}>{t.noneHint}</NothingYet> : null}
      {data?.map((token) => (
        <TokenLine key={token.id} token={token} />
      ))}
    </Section>
  );
}

export function TokensPage(): JSX.Element {
  const t = useTexts(tokenTexts);
  const { organizationId } = useEnteredOrganization();
  return (
    <SecretsPage
      title={t.page}
      hint={t.pageHint}
      create={t.create}
      form={({ onMade, onCancel }) => (
        <TokenForm
          organizationId={organizationId}
          onMade={({ name, token }) => onMade({ title: t.secret(name), secret: token })}
          onCancel={onCancel}
        />
      )}
    >
      <TokenList />
    </SecretsPage>
  );
}
