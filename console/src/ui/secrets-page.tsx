// A page of things that each have a secret: the list, a dialog that makes one more, and its secret, shown once.
import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { PageTitle } from './page-title.tsx';
import { SecretOnce } from './secret-once.tsx';

type MadeSecret = { readonly title: string; readonly secret: string };
type Making = { onMade(made: MadeSecret): void; onCancel(): void };
type SecretsPageProps = {
  title: string;
  hint: string;
  /** What makes one is called. */
  create: string;
  form(making: Making): JSX.Element;
  children: ReactNode;
};

export function SecretsPage({ title, hint, create, form, children }: SecretsPageProps): JSX.Element {
  const [isOpen, { open, close }] = useDisclosure();
  const [made, setMade] = useState<MadeSecret | null>(null);
  const show = (secret: MadeSecret): void => {
    close();
    setMade(secret);
  };
  return (
    <Stack gap="lg">
      <PageTitle
        title={title}
        hint={hint}
        aside={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open}>
            {create}
          </Button>
        }
      />
      {children}
      <Dialog title={create} isOpen={isOpen} onClose={close}>
        {form({ onMade: show, onCancel: close })}
      </Dialog>
      {made === null ? null : (
        <SecretOnce title={made.title} secret={made.secret} onDone={() => setMade(null)} />
      )}
    </Stack>
  );
}
