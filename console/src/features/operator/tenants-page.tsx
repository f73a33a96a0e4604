import { Badge, Group, Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import type { Tenant } from '../../api/administration-shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { usePlans, useTenants } from './operator.ts';
import { operatorTexts } from './texts.ts';

function Name({ name, hint, note }: { name: string; hint: string; note: string }): JSX.Element {
  return (
    <Group gap="xs">
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {note === '' ? null : (
        <Badge variant="light" color={MEANING.unknown}>
          {note}
        </Badge>
      )}
    </Group>
  );
}

function Subscriptions({ subscriptions }: Pick<Tenant, 'subscriptions'>): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  if (subscriptions.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.noPlan}
      </Text>
    );
  }
  return (
    <Stack gap={2}>
      {subscriptions.map(({ planId, planName, granted, consumed, endedAt }) => (
        <Text key={planId} size="sm" className="farol-number">
          {planName}: {t.units(formats.count(granted - consumed), formats.count(granted))}
          {endedAt === null ? '' : ` · ${t.ended}`}
        </Text>
      ))}
    </Stack>
  );
}

function Tenants(): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  const pages = useTenants();
  const tenants = pages.data?.pages.flatMap((page) => page.tenants) ?? [];
  return (
    <Section title={t.tenants}>
      {pages.error === null ? null : <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending ? <Waiting lines={4} height={28} /> : null}
      {tenants.length === 0 ? null : (
        <PlainTable
          isStacked
          caption={t.tenants}
          columns={[
            { label: t.organization },
            { label: t.holder },
            { label: t.plansUnits },
            { label: t.members, isNumber: true },
            { label: t.created },
          ]}
          rows={tenants.map((tenant) => ({
            key: String(tenant.organizationId),
            cells: [
              <Name
                key="name"
                name={tenant.name}
                hint={`#${tenant.organizationId}`}
                note={tenant.disabledAt === null ? '' : t.disabled}
              />,
              tenant.holderName,
              <Subscriptions key="subscriptions" subscriptions={tenant.subscriptions} />,
              formats.count(tenant.members),
              formats.moment(tenant.createdAt),
            ],
          }))}
        />
      )}
      <LoadMore pages={pages} />
    </Section>
  );
}

function Plans(): JSX.Element {
  const t = useTexts(operatorTexts);
  const formats = useFormats();
  const { data, error, refetch } = usePlans();
  return (
    <Section title={t.plans} hint={t.plansHint}>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Waiting lines={3} height={28} /> : null}
      {data === undefined ? null : (
        <PlainTable
          isStacked
          caption={t.plans}
          columns={[
            { label: t.plan },
            { label: t.features },
            { label: t.organizations, isNumber: true },
            { label: t.granted, isNumber: true },
            { label: t.used, isNumber: true },
          ]}
          rows={data.map((plan) => ({
            key: String(plan.planId),
            cells: [
              <Name
                key="name"
                name={plan.name}
                hint={`#${plan.planId}`}
                note={plan.disabledAt === null ? (plan.isVisible ? '' : t.hidden) : t.planDisabled}
              />,
              <Text key="features" size="sm">
                {plan.features.map((feature) => t[feature]).join(', ')}
              </Text>,
              formats.count(plan.organizations),
              formats.count(plan.granted),
              formats.count(plan.consumed),
            ],
          }))}
        />
      )}
    </Section>
  );
}

export function TenantsPage(): JSX.Element {
  const t = useTexts(operatorTexts);
  return (
    <Stack gap="lg">
      <PageTitle title={t.tenants} hint={t.tenantsHint} />
      <Tenants />
      <Plans />
    </Stack>
  );
}
