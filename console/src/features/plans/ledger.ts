import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { LedgerPage, Usage } from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const PAGE = 50;

export function useLedger(organizationId: number): UseInfiniteQueryResult<InfiniteData<LedgerPage>> {
  return useInfiniteQuery({
    queryKey: ['ledger', organizationId],
    queryFn: ({ pageParam }) =>
      call<LedgerPage>(
        `/v1/organization/${organizationId}/ledger?limit=${PAGE}${pageParam === null ? '' : `&before=${pageParam}`}`,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function useUsage(organizationId: number, days: number): UseQueryResult<Usage> {
  return useQuery({
    queryKey: ['usage', organizationId, days],
    queryFn: () => call<Usage>(`/v1/organization/${organizationId}/usage?days=${days}`),
    staleTime: 0,
  });
}
