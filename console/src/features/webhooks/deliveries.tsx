import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import { useDeliveries } from './webhooks.ts';
import type { DeliveryFilter, WebhookKey } from './webhooks.ts';

export function Deliveries({ webhook }: { webhook: WebhookKey }): JSX.Element {
  const t = useTexts(deliveryTexts);
  const [filter, setFilter] = useState<DeliveryFilter>('ALL');
  const pages = useDeliveries(webhook, filter);
  const deliveries = pages.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <Stack gap={0} mt="md">
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={t.filter}
        style={{ alignSelf: 'flex-start' }}
        value={filter}
        onChange={setFilter}
        data={[
          { value: 'ALL', label: t.all },
          { value: 'DELIVERED', label: t.DELIVERED },
          { value: 'PENDING', label: t.PENDING },
          { value: 'EXHAUSTED', label: t.EXHAUSTED },
        ]}
      />
      {pages.error === null ? null : <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending ? <Waiting lines={3} height={34} /> : null}
      {pages.isSuccess && deliveries.length === 0 ? (
        <NothingYet title={t.none}>{filter === 'ALL' ? t.noneHint : ''}</NothingYet>
      ) : null}
      {deliveries.map((delivery) => (
        <DeliveryLine key={delivery.id} delivery={delivery} webhook={webhook} />
      ))}
      <LoadMore pages={pages} />
    </Stack>
  );
}
