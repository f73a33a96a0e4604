import { Badge, Container, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { EntranceHeader } from '../../ui/entrance-header.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { NothingYet, Waiting } from '../../ui/states.tsx';
import { rememberOrganization, useSession } from './session.ts';
import { accountTexts, ROLE_TEXTS } from './texts.ts';

export function OrganizationsPage(): JSX.Element {
  const t = useTexts(accountTexts);
  const { data: session } = useSession();
  const organizations = session?.organizations ?? [];
  return (
    <Container size="sm" py="lg">
      <EntranceHeader />
      <Stack gap="lg" component="main">
        <PageTitle title={t.chooseTitle} hint={t.chooseHint} />
        {session === undefined ? <Waiting /> : null}
        {session !== undefined && organizations.length === 0 ? (
          <NothingYet title={t.noOrganization}>{t.noOrganizationHint}</NothingYet>
        ) : null}
        {organizations.map(({ organizationId, name, role }) => (
          <Paper
            key={organizationId}
            withBorder
            p="md"
            c="inherit"
            td="none"
            className="farol-choice"
            component={Link}
            to={`/o/${organizationId}`}
            onClick={() => rememberOrganization(organizationId)}
          >
            <Group justify="space-between">
              <Text fw={600}>{name}</Text>
              <Badge variant="default">{t[ROLE_TEXTS[role]]}</Badge>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Container>
  );
}
