import { ActionIcon, Menu } from '@mantine/core';
import { IconBook, IconLogout, IconSwitchHorizontal, IconUserCircle } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useLogOut, useSession } from '../features/accounts/session.ts';
import { useTexts } from './language-context.tsx';
import { shellTexts } from './shell-texts.ts';

export function UserMenu(): JSX.Element {
  const t = useTexts(shellTexts);
  const { organizationId } = useParams({ from: '/o/$organizationId' });
  const { data: session } = useSession();
  const logOut = useLogOut();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label={t.user(session?.user.username ?? '')}
        >
          <IconUserCircle size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session?.user.email}</Menu.Label>
        <Menu.Item
          component={Link}
          to={`/o/${organizationId}/account`}
          leftSection={<IconUserCircle size={17} />}
        >
          {t.account}
        </Menu.Item>
        <Menu.Item component={Link} to="/organizations" leftSection={<IconSwitchHorizontal size={17} />}>
          {t.changeOrganization}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={17} />}>
          {t.reference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => logOut.mutate()} leftSection={<IconLogout size={17} />}>
          {t.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
