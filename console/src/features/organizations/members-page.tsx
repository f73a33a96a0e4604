import { Alert, Badge, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Member } from '../../api/administration-shapes.ts';
import { ApiFault } from '../../api/http.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useRoleChoices } from '../accounts/role-choices.ts';
import { useSession } from '../accounts/session.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useChangeRole, useMembers, useRemoveMember } from './members.ts';
import { memberTexts } from './texts.ts';

function Refusal({ error }: { error: Error }): JSX.Element {
  const t = useTexts(memberTexts);
  return error instanceof ApiFault && error.status === 409 ? (
    <Alert color={MEANING.trouble} role="alert" py="xs">
      {t.lastAdmin}
    </Alert>
  ) : (
    <ErrorState error={error} />
  );
}

function MemberActs({ member, isOnlyAdmin }: { member: Member; isOnlyAdmin: boolean }): JSX.Element {
  const t = useTexts(memberTexts);
  const roles = useRoleChoices();
  const { organizationId } = useEnteredOrganization();
  const change = useChangeRole(organizationId, member.userId);
  const remove = useRemoveMember(organizationId, member.userId);
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          size="xs"
          aria-label={t.role(member.username)}
          data={roles}
          value={change.isPending ? change.variables : member.role}
          disabled={change.isPending || isOnlyAdmin}
          onChange={(event) => change.mutate(event.currentTarget.value as Member['role'])}
        />
        <ConfirmButton
          label={t.remove}
          question={t.removeQuestion(member.username)}
          hint={isOnlyAdmin ? t.lastAdmin : t.removeHint}
          act={remove}
          disabled={isOnlyAdmin}
        />
      </Group>
      {change.error === null ? null : <Refusal error={change.error} />}
    </Stack>
  );
}

function MemberLine({ member, isOnlyAdmin }: { member: Member; isOnlyAdmin: boolean }): JSX.Element {
  const t = useTexts(memberTexts);
  const formats = useFormats();
  const { data: session } = useSession();
  return (
    <Group justify="space-between" py="xs" className="farol-line">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {member.username}
          </Text>
          {session?.user.username === member.username ? <Badge variant="light">{t.you}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {member.email} · {t.since(formats.moment(member.since))}
        </Text>
      </Stack>
      <MemberActs member={member} isOnlyAdmin={isOnlyAdmin} />
    </Group>
  );
}

export function MembersPage(): JSX.Element {
  const t = useTexts(memberTexts);
  const { organizationId } = useEnteredOrganization();
  const { data, error, refetch } = useMembers(organizationId);
  const admins = data?.filter(({ role }) => role === 'admin') ?? [];
  const isOnlyAdmin = ({ role }: Member): boolean => role === 'admin' && admins.length === 1;
  return (
    <Stack gap="lg">
      <PageTitle title={t.page} hint={t.pageHint} />
      <Section title={t.members} hint={t.hint}>
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null ? <Waiting lines={3} height={34} /> : null}
        {data?.map((member) => (
          <MemberLine key={member.userId} member={member} isOnlyAdmin={isOnlyAdmin(member)} />
        ))}
        {admins.length === 1 ? (
          <Text size="sm" c="dimmed" mt="sm">
            {t.lastAdmin}
          </Text>
        ) : null}
        <Text size="sm" mt="md">
          {t.invite}{' '}
          <Code>{`npx farol organization add-member ${organizationId} --user <e-mail> --role analyst`}</Code>
        </Text>
      </Section>
    </Stack>
  );
}
