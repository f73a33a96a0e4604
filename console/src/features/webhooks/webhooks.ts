import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query';
import type {
  Delivery,
  DeliveryPage,
  NewWebhook,
  Webhook,
  WebhookEdit,
  WebhookList,
  WebhookWish,
} from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const PAGE = 20;
/** A receiver usually answers within this; nobody is told of a delivery by an event. */
const LOOK_AGAIN_MS = 3000;
const WEBHOOKS = 'webhooks';
const DELIVERIES = 'deliveries';

const pathOf = (organizationId: number, webhookId?: number): string =>
  `/v1/organization/${organizationId}/webhooks${webhookId === undefined ? '' : `/${webhookId}`}`;

export type WebhookKey = { organizationId: number; webhookId: number };

export function useWebhooks(organizationId: number): UseQueryResult<Webhook[]> {
  return useQuery({
    queryKey: [WEBHOOKS, organizationId],
    queryFn: async () => (await call<WebhookList>(pathOf(organizationId))).webhooks,
  });
}

/** Whatever is done to a webhook shows in the list and in its deliveries. */
function useAct<Answer, Given>(
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    gcTime: 0,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [WEBHOOKS] });
      await client.invalidateQueries({ queryKey: [DELIVERIES] });
    },
  });
}

export function useCreateWebhook(organizationId: number): UseMutationResult<NewWebhook, Error, WebhookWish> {
  return useAct((wish: WebhookWish) =>
    call<NewWebhook>(pathOf(organizationId), { method: 'POST', body: wish, isCreate: true }),
  );
}

export function useChangeWebhook({
  organizationId,
  webhookId,
}: WebhookKey): UseMutationResult<Webhook, Error, WebhookEdit> {
  return useAct((edit: WebhookEdit) =>
    call<Webhook>(pathOf(organizationId, webhookId), { method: 'PATCH', body: edit }),
  );
}

export function useRemoveWebhook({
  organizationId,
  webhookId,
}: WebhookKey): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(pathOf(organizationId, webhookId), { method: 'DELETE' }),
    // Taken out of the list at once: whatever is still on screen of it would be asked for in vain.
    onSuccess: () =>
      client.setQueryData<Webhook[]>([WEBHOOKS, organizationId], (known) =>
        known?.filter(({ id }) => id !== webhookId),
      ),
  });
}

export function useRotateSecret({
  organizationId,
  webhookId,
}: WebhookKey): UseMutationResult<NewWebhook, Error, void> {
  return useAct<NewWebhook, void>(() =>
    call<NewWebhook>(`${pathOf(organizationId, webhookId)}/secret/rotate`, {
      method: 'POST',
      body: {},
      isCreate: true,
    }),
  );
}

export function useTestWebhook({
  organizationId,
  webhookId,
}: WebhookKey): UseMutationResult<unknown, Error, void> {
  return useAct<unknown, void>(() =>
    call(`${pathOf(organizationId, webhookId)}/test`, { method: 'POST', isCreate: true }),
  );
}

export function useReplay({
  organizationId,
  webhookId,
}: WebhookKey): UseMutationResult<unknown, Error, number> {
  return useAct((eventId: number) =>
    call(`${pathOf(organizationId, webhookId)}/replay`, {
      method: 'POST',
      body: { eventId },
      isCreate: true,
    }),
  );
}

export type DeliveryFilter = Delivery['status'] | 'ALL';

export function useDeliveries(
  { organizationId, webhookId }: WebhookKey,
  filter: DeliveryFilter,
): UseInfiniteQueryResult<InfiniteData<DeliveryPage>> {
  const status = filter === 'ALL' ? '' : `&status=${filter}`;
  return useInfiniteQuery({
    queryKey: [DELIVERIES, organizationId, webhookId, filter],
    queryFn: ({ pageParam }) =>
      call<DeliveryPage>(
        `${pathOf(organizationId, webhookId)}/deliveries?order=DESC&limit=${PAGE}&after=${pageParam}${status}`,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ deliveries, next }) => (deliveries.length < PAGE ? null : next),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((each) => each.status === 'PENDING')) ===
      true
        ? LOOK_AGAIN_MS
        : false,
  });
}
