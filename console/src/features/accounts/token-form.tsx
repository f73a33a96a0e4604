import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { JSX } from 'react';
import type { NewToken, Token } from '../../api/administration-shapes.ts';
import { FormActs } from '../../ui/form-acts.tsx';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useRoleChoices } from './role-choices.ts';
import { tokenTexts } from './token-texts.ts';
import { useCreateToken } from './tokens.ts';

type Given = { name: string; role: Token['role']; days: string };
type TokenFormProps = { organizationId: number; onMade(token: NewToken): void; onCancel(): void };

const LIVES = ['30', '90', '365'] as const;

export function TokenForm({ organizationId, onMade, onCancel }: TokenFormProps): JSX.Element {
  const t = useTexts(tokenTexts);
  const roles = useRoleChoices();
  const create = useCreateToken(organizationId);
  const form = useForm<Given>({
    mode: 'uncontrolled',
    initialValues: { name: '', role: 'analyst', days: '90' },
  });
  const submit = ({ name, role, days }: Given): void =>
    create.mutate(
      { name, role, ...(days === '' ? {} : { days: Number(days) }) },
      { onSuccess: (token) => onMade(token) },
    );
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameHint}
          required
          withAsterisk={false}
          maxLength={200}
          data-autofocus
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group grow>
          <NativeSelect label={t.role} data={roles} key={form.key('role')} {...form.getInputProps('role')} />
          <NativeSelect
            label={t.life}
            data={[
              ...LIVES.map((value) => ({ value, label: t.lasts(value) })),
              { value: '', label: t.never },
            ]}
            key={form.key('days')}
            {...form.getInputProps('days')}
          />
        </Group>
        {create.error === null ? null : <ErrorState error={create.error} />}
        <FormActs act={t.create} isBusy={create.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
