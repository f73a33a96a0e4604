// The frozen list, a page at a time as it is scrolled.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { CasePage, CaseWish, Organization } from '../../api/shapes.ts';
import { detailPath } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';

const PAGE = 100;

export type CaseFilter = Omit<CaseWish, 'after' | 'limit' | 'key' | 'minValue' | 'maxValue'>;

function queryOf(filter: CaseFilter, after: string): string {
  const query = new URLSearchParams({ limit: String(PAGE) });
  for (const [name, value] of Object.entries(filter)) query.set(name, value);
  if (after !== '') query.set('after', after);
  return query.toString();
}

export function useCasePages(
  organization: Organization,
  name: AnalysisName,
  filter: CaseFilter,
): UseInfiniteQueryResult<InfiniteData<CasePage>> {
  return useInfiniteQuery({
    queryKey: ['cases', name.analysisId, filter],
    queryFn: ({ pageParam, signal }) =>
      call<CasePage>(`${detailPath(organization, name)}/cases?${queryOf(filter, pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? undefined : next),
    placeholderData: keepPreviousData,
    // It is frozen: what was read stays true.
    staleTime: Infinity,
  });
}
