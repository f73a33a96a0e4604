// What the console asks about changes between two analyses of a document.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Activities, Changes, Organization } from '../../api/shapes.ts';
import { detailPath } from '../analysis/analyses.ts';
import type { AnalysisName } from '../analysis/analyses.ts';

export type Earlier = { analysisId: number; createdAt: string };

/** Those that this one can be compared with, newest first. */
export function useEarlier(
  { holderId, organizationId }: Organization,
  { analysisId }: AnalysisName,
  document: string,
): UseQueryResult<Earlier[]> {
  return useQuery({
    queryKey: ['earlier', organizationId, analysisId],
    queryFn: async () => {
      const query = `documentNumber=${encodeURIComponent(document)}&documents=masked`;
      const { result } = await call<Activities>(
        `/v1/holder/${holderId}/organization/${organizationId}/activities?${query}`,
      );
      return result
        .flatMap(({ userPlanConsumeAnalytics }) => userPlanConsumeAnalytics)
        .filter((each) => each.userPlanConsumeAnalyticsId < analysisId && each.statusIndex === 'DONE')
        .map((each) => ({ analysisId: each.userPlanConsumeAnalyticsId, createdAt: each.createdAt }));
    },
  });
}

const PAGE = 100;

/** Everything with the first page; only the cases go on. */
export function useChanges(
  organization: Organization,
  name: AnalysisName,
  since: number,
): UseInfiniteQueryResult<InfiniteData<Changes>> {
  return useInfiniteQuery({
    queryKey: ['changes', name.analysisId, since],
    queryFn: ({ pageParam }) => {
      const after = pageParam === '' ? '' : `&after=${pageParam}`;
      return call<Changes>(`${detailPath(organization, name)}/changes?since=${since}&limit=${PAGE}${after}`);
    },
    initialPageParam: '',
    getNextPageParam: ({ cases }) => (cases.next === '' ? undefined : cases.next),
    staleTime: Infinity,
  });
}
