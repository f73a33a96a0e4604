// What the console asks about batches.
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
import { call, download, followAddress } from '../../api/http.ts';
import type {
  Batch,
  BatchPage,
  BatchResult,
  BatchResults,
  NewBatch,
  Organization,
  Quote,
} from '../../api/shapes.ts';
import { BALANCE_KEY } from '../plans/balance.ts';

export const BATCHES_KEY = 'batches';
export const BATCH_KEY = 'batch';
export const RESULTS_KEY = 'batch-results';

const PAGE = 20;
const RESULT_PAGE = 50;

function pathOf({ holderId, organizationId }: Organization): string {
  return `/v1/holder/${holderId}/organization/${organizationId}/batches`;
}

export function useBatches(organization: Organization): UseInfiniteQueryResult<InfiniteData<BatchPage>> {
  return useInfiniteQuery({
    queryKey: [BATCHES_KEY, organization.organizationId],
    queryFn: ({ pageParam }) =>
      call<BatchPage>(
        `${pathOf(organization)}?limit=${PAGE}${pageParam === null ? '' : `&after=${pageParam}`}`,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

export function useBatch(
  organization: Organization,
  batchId: number,
  isWanted = true,
): UseQueryResult<Batch> {
  return useQuery({
    queryKey: [BATCH_KEY, organization.organizationId, batchId],
    queryFn: () => call<Batch>(`${pathOf(organization)}/${batchId}`),
    enabled: isWanted,
  });
}

export type ResultStatus = BatchResult['status'];

/** With its end the list is asked for anew at once. */
export function useResults(
  organization: Organization,
  { batchId, endedAt }: Pick<Batch, 'batchId' | 'endedAt'>,
  status: ResultStatus | null,
): UseInfiniteQueryResult<InfiniteData<BatchResults>> {
  return useInfiniteQuery({
    queryKey: [RESULTS_KEY, organization.organizationId, batchId, status, endedAt],
    queryFn: ({ pageParam }) => {
      const query = new URLSearchParams({
        documents: 'masked',
        limit: String(RESULT_PAGE),
        after: String(pageParam),
      });
      if (status !== null) query.set('status', status);
      return call<BatchResults>(`${pathOf(organization)}/${batchId}/results?${query.toString()}`);
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** Changes and charges nothing. */
export function useQuote(organization: Organization): UseMutationResult<Quote, Error, readonly string[]> {
  return useMutation({
    mutationFn: (documents: readonly string[]) =>
      call<Quote>(pathOf(organization), { method: 'POST', body: { documents, dryRun: true } }),
  });
}

/** Whoever tries again sends the same key, so that nothing is charged twice. */
export type WantedBatch = { readonly documents: readonly string[]; readonly key: string };

export function useSendBatch(organization: Organization): UseMutationResult<NewBatch, Error, WantedBatch> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ documents, key }: WantedBatch) =>
      call<NewBatch>(pathOf(organization), { method: 'POST', isCreate: true, key, body: { documents } }),
    onSuccess: () =>
      Promise.all([BATCHES_KEY, BALANCE_KEY].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

export function useCancelBatch(
  organization: Organization,
  batchId: number,
): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<Batch>(`${pathOf(organization)}/${batchId}/cancel`, { method: 'POST' }),
    // One that has ended meanwhile is refused, and then there is news as well.
    onSettled: () =>
      Promise.all(
        [BATCHES_KEY, BATCH_KEY, RESULTS_KEY, BALANCE_KEY].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

export type BatchFile = 'xlsx' | 'csv';

/** The spreadsheet's address is good for minutes only, so it is asked for when it is wanted. */
export function useBatchFile(
  organization: Organization,
  batchId: number,
): UseMutationResult<void, Error, BatchFile> {
  const path = `${pathOf(organization)}/${batchId}`;
  return useMutation({
    mutationFn: async (file: BatchFile) => {
      if (file === 'csv') return download(`${path}/results?format=csv`, `batch-${batchId}.csv`);
      const { spreadsheet } = await call<Batch>(path);
      if (spreadsheet !== null) followAddress(spreadsheet.urlTemp);
      return undefined;
    },
  });
}
