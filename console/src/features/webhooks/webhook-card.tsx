import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { JSX } from 'react';
import type { Webhook } from '../../api/administration-shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { Section } from '../../ui/section.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { Deliveries } from './deliveries.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import { webhookTexts } from './texts.ts';
import { WebhookActs } from './webhook-acts.tsx';

type WebhookTexts = (typeof webhookTexts)['pt-BR'];

function whyDisabled(t: WebhookTexts, reason: Webhook['disabledReason']): string {
  if (reason === 'GONE') return t.gone;
  return reason === 'FAILING' ? t.failed : t.requested;
}

function State({ webhook }: { webhook: Webhook }): JSX.Element {
  const t = useTexts(webhookTexts);
  const formats = useFormats();
  if (webhook.status === 'DISABLED') {
    return (
      <Badge variant="light" color={MEANING.unknown}>
        {whyDisabled(t, webhook.disabledReason)}
      </Badge>
    );
  }
  return webhook.failingSince === null ? (
    <Badge variant="light" color={MEANING.clear}>
      {t.enabled}
    </Badge>
  ) : (
    <Badge variant="light" color={MEANING.trouble}>
      {t.failing(formats.moment(webhook.failingSince))}
    </Badge>
  );
}

export function WebhookCard({ webhook }: { webhook: Webhook }): JSX.Element {
  const t = useTexts(webhookTexts);
  const words = useTexts(deliveryTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const of = { organizationId, webhookId: webhook.id };
  const [isOpen, { toggle }] = useDisclosure();
  const events = webhook.events.length === 0 ? t.allEvents : webhook.events.join(', ');
  const title = webhook.description === '' ? `${t.webhook} ${webhook.id}` : webhook.description;
  return (
    <Section title={title} aside={<State webhook={webhook} />}>
      <Stack gap={2}>
        <Text size="sm" className="farol-secret">
          {webhook.url}
        </Text>
        <Text size="sm" c="dimmed">
          {events}
          {webhook.includeDocuments ? ` · ${t.withDocuments}` : ''} ·{' '}
          {t.since(formats.moment(webhook.createdAt))}
        </Text>
        {webhook.previousSecretEndsAt === null ? null : (
          <Text size="sm" c="dimmed">
            {t.previousEnds(formats.moment(webhook.previousSecretEndsAt))}
          </Text>
        )}
      </Stack>
      <WebhookActs webhook={webhook} of={of} />
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? words.hide : words.show}
        </Button>
      </Group>
      {isOpen ? <Deliveries webhook={of} /> : null}
    </Section>
  );
}
