import { Group, Progress, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { useBalance } from './balance.ts';
import type { PlanBalance } from './balance.ts';
import { planTexts } from './texts.ts';

function PlanLine({ plan: { available, consume, plan } }: { plan: PlanBalance }): JSX.Element {
  const t = useTexts(planTexts);
  const formats = useFormats();
  const share = available + consume === 0 ? 0 : (100 * available) / (available + consume);
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text fw={600}>{plan.planName}</Text>
        <Text size="sm" className="farol-number">
          {t.left(formats.count(available))} · {t.used(formats.count(consume))}
        </Text>
      </Group>
      <Progress value={share} aria-label={`${plan.planName}: ${t.left(formats.count(available))}`} />
    </Stack>
  );
}

export function BalanceSection(): JSX.Element {
  const t = useTexts(planTexts);
  const { data, error, refetch } = useBalance(useEnteredOrganization());
  return (
    <Section title={t.title} hint={t.hint}>
      <Stack>
        {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null ? <Waiting lines={2} /> : null}
        {data?.length === 0 ? <NothingYet title={t.none}>{t.noneHint}</NothingYet> : null}
        {data?.map((plan) => (
          <PlanLine key={plan.plan.planId} plan={plan} />
        ))}
      </Stack>
    </Section>
  );
}
