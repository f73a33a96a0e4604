// What the console asks about the graph of an analysis.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from '../../api/http.ts';
import type { Graph, Organization } from '../../api/shapes.ts';
import { detailPath } from '../analysis/analyses.ts';
import type { AnalysisName } from '../analysis/analyses.ts';

export const DEEPEST = 3;

/** The server counts edges anew for every depth; what they join stays the same. */
function nameEdges(graph: Graph): Graph {
  const edges = graph.edges.map((edge) => ({
    ...edge,
    id: `${edge.from} ${edge.kind} ${edge.to} ${edge.label}`,
  }));
  return { ...graph, edges };
}

export function useGraph(
  organization: Organization,
  name: AnalysisName,
  depth: number,
): UseQueryResult<Graph> {
  return useQuery({
    queryKey: ['graph', name.analysisId, depth],
    queryFn: async () =>
      nameEdges(await call<Graph>(`${detailPath(organization, name)}/graph?depth=${depth}`)),
    // What is drawn stays while the next step is asked for.
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
