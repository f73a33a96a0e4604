import { Button, Stack } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PasswordSection } from './password-section.tsx';
import { useLogOut } from './session.ts';
import { SessionsSection } from './sessions-section.tsx';
import { accountTexts } from './texts.ts';

export function AccountPage(): JSX.Element {
  const t = useTexts(accountTexts);
  const logOut = useLogOut();
  return (
    <Stack gap="lg">
      <PageTitle
        title={t.account}
        hint={t.accountHint}
        aside={
          <Button
            variant="default"
            leftSection={<IconLogout size={18} />}
            onClick={() => logOut.mutate()}
            loading={logOut.isPending}
          >
            {t.logOut}
          </Button>
        }
      />
      <SessionsSection />
      <PasswordSection />
    </Stack>
  );
}
