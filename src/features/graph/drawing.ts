// A graph as it grows: nodes and edges once each, within the caps. What does not fit is left out and counted.
export const CAPS = {
  /** Of one node; a node with more shows these and how many there are. */
  neighbours: 50,
  /** Of the document: the heaviest. */
  cases: 100,
  nodes: 500,
  edges: 2000,
} as const;

export type NodeKind = 'COMPANY' | 'PERSON' | 'FOREIGN' | 'CASE';

export type GraphNode = {
  readonly id: string;
  readonly kind: NodeKind;
  readonly label: string;
  /** A CNPJ or its root, a masked CPF, a process number; whole for the document that was asked for. */
  readonly document: string;
  /** Steps away from the document. */
  readonly step: number;
  /** In the tax registry; empty when it was not read. */
  readonly situation: string;
  readonly isActive: boolean;
  readonly hasRisk: boolean;
  /** Decimal text; empty when there is none. */
  readonly value: string;
  /** How a person or company is found in the registry. */
  readonly owner: { readonly documentRoot: string; readonly nameKey: string | null } | null;
};

export type GraphEdge = {
  readonly from: string;
  readonly to: string;
  readonly kind: 'PARTNER' | 'PARTY';
  /** The qualification of a partner or the side of a party. */
  readonly label: string;
  readonly since: string | null;
  readonly source: string;
  readonly asOf: Date | null;
  /** By six digits and the name: somebody else may be meant. */
  readonly isByMask: boolean;
};

export type Links = { readonly total: number; readonly shown: number };

export type Drawing = {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, GraphEdge>;
  /** True when the node is in the graph, from now on or already. */
  addNode(node: GraphNode): boolean;
  addEdge(edge: GraphEdge): void;
  /** Of one kind of links of a node that was looked at: how many there are in truth, and how many were drawn. */
  noteLinks(id: string, kind: string, links: Links): void;
  /** Of all kinds; null when the node was not looked at. */
  linksOf(id: string): Links | null;
  /** Whether something was left out because the whole graph has no more room. */
  readonly isFull: boolean;
};

export function createDrawing(): Drawing {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const links = new Map<string, Map<string, Links>>();
  let isFull = false;
  return {
    nodes,
    edges,
    addNode: (node) => {
      if (nodes.has(node.id)) return true;
      isFull ||= nodes.size >= CAPS.nodes;
      if (nodes.size >= CAPS.nodes) return false;
      nodes.set(node.id, node);
      return true;
    },
    addEdge: (edge) => {
      const id = `${edge.from} ${edge.kind} ${edge.to} ${edge.label}`;
      if (edges.has(id) || !nodes.has(edge.from) || !nodes.has(edge.to)) return;
      isFull ||= edges.size >= CAPS.edges;
      if (edges.size < CAPS.edges) edges.set(id, edge);
    },
    noteLinks: (id, kind, counted) => {
      links.set(id, (links.get(id) ?? new Map<string, Links>()).set(kind, counted));
    },
    linksOf: (id) => {
      const known = links.get(id);
      if (known === undefined) return null;
      const all = [...known.values()];
      return {
        total: all.reduce((sum, { total }) => sum + total, 0),
        shown: all.reduce((sum, { shown }) => sum + shown, 0),
      };
    },
    get isFull() {
      return isFull;
    },
  };
}
