// Which part of the graph is drawn: what stands next to whatever was opened, without what is switched off. Pure.
import type { Graph, GraphEdge, GraphNode } from '../../api/shapes.ts';

export type Wishes = {
  /** Nodes whose neighbours are shown; the document itself always is. */
  readonly opened: ReadonlySet<string>;
  readonly areCasesShown: boolean;
  readonly areHubsShown: boolean;
};
export type Visible = { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] };

function subjectOf({ nodes }: Graph): GraphNode | undefined {
  return nodes.find(({ step }) => step === 0);
}

function otherEnd({ from, to }: GraphEdge, id: string): string | null {
  if (from === id) return to;
  return to === id ? from : null;
}

function isWanted(node: GraphNode, { areCasesShown, areHubsShown }: Wishes): boolean {
  if (node.step === 0) return true;
  return (areCasesShown || node.kind !== 'CASE') && (areHubsShown || !node.isCapped);
}

/** From the document outwards: what was opened counts only while something shown leads to it. */
export function selectVisible(graph: Graph, wishes: Wishes): Visible {
  const known = new Map(graph.nodes.map((node) => [node.id, node]));
  const subject = subjectOf(graph);
  if (subject === undefined) return { nodes: [], edges: [] };
  const shown = new Map([[subject.id, subject]]);
  const queue = [subject.id];
  for (const id of queue) {
    if (id !== subject.id && !wishes.opened.has(id)) continue;
    for (const edge of graph.edges) {
      const node = known.get(otherEnd(edge, id) ?? '');
      if (node === undefined || shown.has(node.id) || !isWanted(node, wishes)) continue;
      shown.set(node.id, node);
      queue.push(node.id);
    }
  }
  const edges = graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to));
  return { nodes: [...shown.values()], edges };
}

/** How many of its neighbours are known and not drawn. */
export function countHidden(graph: Graph, visible: Visible, id: string): number {
  const shown = new Set(visible.nodes.map((node) => node.id));
  const others = graph.edges.flatMap((edge) => otherEnd(edge, id) ?? []);
  return new Set(others.filter((other) => !shown.has(other))).size;
}

/** Whether opening it needs another step of the server. */
export function needsStep(graph: Graph, { isExpanded, kind }: GraphNode, deepest: number): boolean {
  return !isExpanded && kind !== 'FOREIGN' && graph.depth < deepest;
}
