import { Badge, Button, Code, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { JSX } from 'react';
import type { Delivery } from '../../api/administration-shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { deliveryTexts } from './delivery-texts.ts';
import { useReplay } from './webhooks.ts';
import type { WebhookKey } from './webhooks.ts';

const COLOURS = {
  PENDING: MEANING.plain,
  DELIVERED: MEANING.clear,
  EXHAUSTED: MEANING.trouble,
} as const;

type Try = Delivery['tries'][number];
type DeliveryTexts = (typeof deliveryTexts)['pt-BR'];

function answerOf(t: DeliveryTexts, { status, fault }: Try): string {
  if (status !== null) return String(status);
  return fault === null ? '' : t[fault];
}

function Details({ delivery }: { delivery: Delivery }): JSX.Element {
  const t = useTexts(deliveryTexts);
  const formats = useFormats();
  return (
    <Stack gap="xs" pb="sm" pl={{ base: 0, sm: 28 }}>
      <Text size="sm" fw={600}>
        {t.request}
      </Text>
      <Code block className="farol-secret">
        {JSON.stringify(
          { id: delivery.event.id, type: delivery.event.type, data: delivery.event.data },
          null,
          2,
        )}
      </Code>
      {delivery.tries.length === 0 ? null : (
        <PlainTable
          isStacked
          caption={t.tries}
          columns={[
            { label: t.try },
            { label: t.answer },
            { label: t.time, isNumber: true },
            { label: t.address },
          ]}
          rows={delivery.tries.map((each) => ({
            key: each.at,
            cells: [
              formats.moment(each.at),
              answerOf(t, each),
              formats.duration(each.durationMs),
              <Text key="url" size="sm" className="farol-secret">
                {each.url}
              </Text>,
            ],
          }))}
        />
      )}
      <Text size="xs" c="dimmed">
        {t.noBody}
      </Text>
    </Stack>
  );
}

function useOutcome(delivery: Delivery): string {
  const t = useTexts(deliveryTexts);
  const formats = useFormats();
  const last = delivery.tries.at(-1);
  if (last === undefined) return t.notTried;
  const told = `${answerOf(t, last)} · ${formats.duration(last.durationMs)}`;
  return delivery.nextTryAt === null ? told : `${told} · ${t.nextTry(formats.moment(delivery.nextTryAt))}`;
}

export function DeliveryLine({
  delivery,
  webhook,
}: {
  delivery: Delivery;
  webhook: WebhookKey;
}): JSX.Element {
  const t = useTexts(deliveryTexts);
  const formats = useFormats();
  const outcome = useOutcome(delivery);
  const [isOpen, { toggle }] = useDisclosure();
  const replay = useReplay(webhook);
  const { id: eventId, type } = delivery.event;
  return (
    <div className="farol-line">
      <Group justify="space-between" py="xs" wrap="nowrap" align="flex-start">
        <UnstyledButton onClick={toggle} aria-expanded={isOpen} miw={0}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {isOpen ? (
              <IconChevronDown size={18} className="farol-fixed" aria-hidden />
            ) : (
              <IconChevronRight size={18} className="farol-fixed" aria-hidden />
            )}
            <Stack gap={0} miw={0}>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {type}
                </Text>
                <Badge variant="light" color={COLOURS[delivery.status]}>
                  {t[delivery.status]}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed" className="farol-number">
                {formats.moment(delivery.queuedAt)} · {outcome}
              </Text>
            </Stack>
          </Group>
        </UnstyledButton>
        {eventId === null ? null : (
          <Button
            size="xs"
            variant="default"
            flex="0 0 auto"
            loading={replay.isPending}
            onClick={() => replay.mutate(eventId)}
          >
            {t.replay}
          </Button>
        )}
      </Group>
      {replay.error === null ? null : <ErrorState error={replay.error} />}
      <Collapse expanded={isOpen}>{isOpen ? <Details delivery={delivery} /> : null}</Collapse>
    </div>
  );
}
