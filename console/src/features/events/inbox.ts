// What the console asks about events.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Inbox, InboxWish, Organization } from '../../api/shapes.ts';

export const INBOX_KEY = 'inbox';
export const LATEST_KEY = 'latest-events';
const PAGE = 50;

export type InboxFilter = Pick<InboxWish, 'kind' | 'severity' | 'radarId' | 'dismissed'>;

function inboxPath({ organizationId }: Organization, filter: InboxFilter, before: number): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  if (before > 0) query.set('before', String(before));
  return `/v1/organization/${organizationId}/events/inbox?${query.toString()}`;
}

export function useInbox(
  organization: Organization,
  filter: InboxFilter,
): UseInfiniteQueryResult<InfiniteData<Inbox>> {
  return useInfiniteQuery({
    queryKey: [INBOX_KEY, organization.organizationId, filter],
    queryFn: ({ pageParam }) => call<Inbox>(inboxPath(organization, filter, pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => (next === 0 ? undefined : next),
    placeholderData: keepPreviousData,
  });
}

/** The newest, whatever page is open: how many of them are unread stands in the navigation. */
export function useLatestEvents(organization: Organization | null): UseQueryResult<Inbox> {
  return useQuery({
    queryKey: [LATEST_KEY, organization?.organizationId],
    queryFn: () => {
      if (organization === null) throw new Error('There is no organization to ask for');
      return call<Inbox>(inboxPath(organization, {}, 0));
    },
    enabled: organization !== null,
  });
}

export type Dismissal = { finding: string; isWanted: boolean };

export function useDismiss({ organizationId }: Organization): UseMutationResult<unknown, Error, Dismissal> {
  const client = useQueryClient();
  const path = `/v1/organization/${organizationId}/findings/dismissed`;
  return useMutation({
    mutationFn: ({ finding, isWanted }: Dismissal) =>
      isWanted
        ? call(path, { method: 'POST', body: { finding } })
        : call(`${path}?finding=${encodeURIComponent(finding)}`, { method: 'DELETE' }),
    onSuccess: () =>
      Promise.all([INBOX_KEY, LATEST_KEY].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
