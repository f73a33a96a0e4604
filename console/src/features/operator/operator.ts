import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query';
import type {
  ImportPage,
  Job,
  Jobs,
  PlanList,
  Quarantine,
  Sources,
  System,
  TenantPage,
} from '../../api/administration-shapes.ts';
import { call } from '../../api/http.ts';

const PATH = '/v1/operator';
const TENANTS = 100;
const IMPORTS = 50;
/** An import that runs is not told of by an event. */
const LOOK_AGAIN_MS = 5000;

export function useTenants(): UseInfiniteQueryResult<InfiniteData<TenantPage>> {
  return useInfiniteQuery({
    queryKey: ['operator', 'tenants'],
    queryFn: ({ pageParam }) => call<TenantPage>(`${PATH}/tenants?limit=${TENANTS}&after=${pageParam}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
}

export function usePlans(): UseQueryResult<PlanList['plans']> {
  return useQuery({
    queryKey: ['operator', 'plans'],
    queryFn: async () => (await call<PlanList>(`${PATH}/plans`)).plans,
  });
}

export function useSystem(): UseQueryResult<System> {
  return useQuery({ queryKey: ['operator', 'system'], queryFn: () => call<System>(`${PATH}/system`) });
}

export function useSources(): UseQueryResult<Sources> {
  return useQuery({ queryKey: ['operator', 'sources'], queryFn: () => call<Sources>(`${PATH}/sources`) });
}

export function useImports(): UseInfiniteQueryResult<InfiniteData<ImportPage>> {
  return useInfiniteQuery({
    queryKey: ['operator', 'imports'],
    queryFn: ({ pageParam }) =>
      call<ImportPage>(`${PATH}/imports?limit=${IMPORTS}${pageParam === null ? '' : `&before=${pageParam}`}`),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ imports }) => imports.some((each) => each.state === 'running')) === true
        ? LOOK_AGAIN_MS
        : false,
  });
}

export function useQuarantine(importId: number): UseQueryResult<Quarantine> {
  return useQuery({
    queryKey: ['operator', 'quarantine', importId],
    queryFn: () => call<Quarantine>(`${PATH}/imports/${importId}/quarantine`),
  });
}

export type JobFilter = Extract<Job['state'], 'dead' | 'waiting' | 'running'>;

const JOBS_KEY = ['operator', 'jobs'];

export function useJobs(state: JobFilter): UseQueryResult<Jobs> {
  return useQuery({
    queryKey: [...JOBS_KEY, state],
    queryFn: () => call<Jobs>(`${PATH}/jobs?state=${state}`),
    staleTime: 0,
  });
}

/** Of one job, or of all where no id is given. */
export function useRetry(jobId?: string): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(`${PATH}/jobs/${jobId === undefined ? '' : `${jobId}/`}retry`, { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: JOBS_KEY }),
  });
}
