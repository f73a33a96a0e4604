// The frozen list as it is scrolled. Only the pages around what is in sight are kept, however long the list is: of the others
// just the place where they begin is remembered, so that they can be asked for again.
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/http.ts';
import type { CasePage, CaseWish, CourtCase, Organization } from '../../api/shapes.ts';
import { detailPath } from './analyses.ts';
import type { AnalysisName } from './analyses.ts';

/** The first page is soon there; whoever scrolls on wants many. */
const FIRST_PAGE = 100;
const PAGE = 500;
/** How long a page that is out of sight is kept. */
const KEPT_MS = 5000;

export type CaseFilter = Omit<CaseWish, 'after' | 'limit' | 'key' | 'minValue' | 'maxValue'>;

function pageOf(place: number): number {
  return place < FIRST_PAGE ? 0 : 1 + Math.floor((place - FIRST_PAGE) / PAGE);
}

/** How many cases stand before a page. */
function casesBefore(page: number): number {
  return page === 0 ? 0 : FIRST_PAGE + (page - 1) * PAGE;
}

function queryOf(filter: CaseFilter, after: string): string {
  const query = new URLSearchParams({ limit: String(after === '' ? FIRST_PAGE : PAGE) });
  for (const [name, value] of Object.entries(filter)) query.set(name, value);
  if (after !== '') query.set('after', after);
  return query.toString();
}

/** Places in the list, from 0 on; both ends are in it. */
export type Sight = { readonly first: number; readonly last: number };

export type CaseWindow = {
  /** How many the filters let through; null until the first answer. */
  readonly total: number | null;
  /** How many can be scrolled to by now. */
  readonly reachable: number;
  /** Undefined while its page is on the way. */
  caseAt(place: number): CourtCase | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  retry(): void;
};

/** Where each page begins, and how many cases there are in all. */
type Known = { readonly starts: readonly string[]; readonly total: number | null };

function learn(known: Known, pages: readonly (CasePage | undefined)[], first: number): Known {
  let { starts, total } = known;
  pages.forEach((page, index) => {
    if (page === undefined) return;
    total = page.total;
    if (page.next !== '' && starts.length === first + index + 1) starts = [...starts, page.next];
  });
  return starts === known.starts && total === known.total ? known : { starts, total };
}

/** For one filter; another one begins anew. */
export function useCaseWindow(
  { organization, name }: { organization: Organization; name: AnalysisName },
  filter: CaseFilter,
  sight: Sight,
): CaseWindow {
  const [known, setKnown] = useState<Known>({ starts: [''], total: null });
  const first = Math.min(pageOf(sight.first), known.starts.length - 1);
  const last = Math.min(pageOf(sight.last), known.starts.length - 1);
  const starts = known.starts.slice(first, last + 1);
  const queries = useQueries({
    queries: starts.map((start) => ({
      queryKey: ['cases', name.analysisId, filter, start],
      queryFn: () => call<CasePage>(`${detailPath(organization, name)}/cases?${queryOf(filter, start)}`),
      // It is frozen: what was read stays true.
      staleTime: Infinity,
      gcTime: KEPT_MS,
    })),
  });
  const learnt = learn(
    known,
    queries.map(({ data }) => data),
    first,
  );
  if (learnt !== known) setKnown(learnt);
  return {
    total: known.total,
    reachable: Math.min(known.total ?? 0, casesBefore(known.starts.length)),
    caseAt: (place) => queries[pageOf(place) - first]?.data?.result[place - casesBefore(pageOf(place))],
    isLoading: queries.some(({ isFetching }) => isFetching),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => queries.forEach((query) => void (query.error === null ? null : query.refetch())),
  };
}
