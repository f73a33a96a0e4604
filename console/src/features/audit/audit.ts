import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { AuditPage, Verification } from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const PAGE = 50;

export function useAuditTrail(organizationId: number): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: ['audit', organizationId],
    queryFn: ({ pageParam }) =>
      call<AuditPage>(
        `/v1/organization/${organizationId}/audit?limit=${PAGE}${pageParam === null ? '' : `&before=${pageParam}`}`,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function useVerification(organizationId: number): UseQueryResult<Verification> {
  return useQuery({
    queryKey: ['verification', organizationId],
    queryFn: () => call<Verification>(`/v1/organization/${organizationId}/audit/verification`),
    staleTime: 0,
  });
}
