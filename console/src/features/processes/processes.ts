// What the console asks about processes.
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseMutationResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Imported, Organization, Process, ProcessList } from '../../api/shapes.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

export const PROCESSES_KEY = 'processes';
export const PROCESS_KEY = 'process';
const PAGE = 50;
const MOVEMENTS = 50;

export type Status = ProcessList['processes'][number]['status'];

export function useProcessPages(
  { organizationId }: Organization,
  status: Status | null,
): UseInfiniteQueryResult<InfiniteData<ProcessList>> {
  return useInfiniteQuery({
    queryKey: [PROCESSES_KEY, organizationId, status],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({ limit: String(PAGE) });
      if (status !== null) query.set('status', status);
      if (pageParam !== '') query.set('after', pageParam);
      return call<ProcessList>(`/v1/organization/${organizationId}/processes?${query.toString()}`);
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    placeholderData: keepPreviousData,
  });
}

/** The card with each page; the movements go on by how many were read. */
export function useProcess(
  { organizationId }: Organization,
  number: string,
): UseInfiniteQueryResult<InfiniteData<Process>> {
  return useInfiniteQuery({
    queryKey: [PROCESS_KEY, organizationId, number],
    queryFn: ({ pageParam }) =>
      call<Process>(`/v1/process/${organizationId}/${number}?from=${pageParam}&limit=${MOVEMENTS}`),
    initialPageParam: 0,
    getNextPageParam: ({ totalMovements }, pages) => {
      const read = pages.reduce((sum, { movements }) => sum + movements.length, 0);
      return read < totalMovements ? read : undefined;
    },
  });
}

function useFresh(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [PROCESSES_KEY, PROCESS_KEY, BALANCE_KEY].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
}

export function useWatchProcess({
  organizationId,
}: Organization): UseMutationResult<Imported, Error, string> {
  const onSuccess = useFresh();
  return useMutation({
    mutationFn: (number: string) =>
      call<Imported>(`/v2/importProcess/${organizationId}/${number}`, { method: 'POST', isCreate: true }),
    onSuccess,
  });
}

export function useInactivate({ organizationId }: Organization): UseMutationResult<unknown, Error, string> {
  const onSuccess = useFresh();
  return useMutation({
    mutationFn: (number: string) =>
      call(`/v1/organization/${organizationId}/process/${number}/INACTIVE`, { method: 'PUT' }),
    onSuccess,
  });
}
