// Wire shapes of the graph around a document.
import Type from 'typebox';
import type { Static } from 'typebox';
import { Id } from '../../platform/http/shapes.ts';
import { CAPS } from './drawing.ts';
import type { Drawing, GraphEdge, GraphNode } from './drawing.ts';

const closed = { additionalProperties: false };
const Text = Type.String();
const Flag = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });

export const GraphPath = Type.Object(
  { holderId: Id, organizationId: Id, userPlanConsumeUniqueId: Id, userPlanConsumeAnalyticsId: Id },
  closed,
);
export const GraphQuery = Type.Object({
  depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'Steps; 2 unless given' })),
  format: Type.Optional(Type.Enum(['json', 'gexf'])),
});

const NodeShape = Type.Object(
  {
    id: Text,
    kind: Type.Enum(['COMPANY', 'PERSON', 'FOREIGN', 'CASE']),
    label: Text,
    documentNumber: Type.String({ description: 'CNPJ or its root, masked CPF, or process number' }),
    step: Type.Integer({ minimum: 0, maximum: 3 }),
    situation: Text,
    isActive: Flag,
    hasRisk: Flag,
    value: Text,
    isExpanded: Type.Boolean({ description: 'Whether its neighbours were looked for' }),
    totalLinks: Type.Integer({ minimum: 0, description: 'How many there are in truth' }),
    shownLinks: Count,
    isCapped: Flag,
  },
  closed,
);
const EdgeShape = Type.Object(
  {
    id: Text,
    from: Text,
    to: Text,
    kind: Type.Enum(['PARTNER', 'PARTY']),
    label: Text,
    since: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    source: Text,
    asOf: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    ageDays: Count,
    isByMask: Type.Boolean({ description: 'By six digits and the name: somebody else may be meant' }),
  },
  closed,
);
const GraphAnswer = Type.Object(
  {
    success: Flag,
    reason: Text,
    statusIndex: Text,
    depth: Type.Integer({ minimum: 1, maximum: 3 }),
    caps: Type.Object({ neighbours: Count, cases: Count, nodes: Count, edges: Count }, closed),
    isFull: Type.Boolean({ description: 'Something was left out because the whole graph has no more room' }),
    nodes: Type.Array(NodeShape),
    edges: Type.Array(EdgeShape),
  },
  closed,
);

export const GEXF_TYPE = 'application/gexf+xml';

/** The same path answers in two forms, by `format`. */
export const GraphAnswers = {
  description: 'The document and whoever stands around it',
  content: {
    'application/json': { schema: GraphAnswer },
    [GEXF_TYPE]: { schema: Type.String({ description: 'The same as GEXF 1.3, which Gephi opens' }) },
  },
};

export type GraphWire = Static<typeof GraphAnswer>;

const DAY_MS = 86_400_000;

function nodeToWire(drawing: Drawing, node: GraphNode): GraphWire['nodes'][number] {
  const { document, owner: _owner, ...rest } = node;
  const links = drawing.linksOf(node.id);
  const { total: totalLinks, shown: shownLinks } = links ?? { total: 0, shown: 0 };
  const isCapped = totalLinks > shownLinks;
  return { ...rest, documentNumber: document, isExpanded: links !== null, totalLinks, shownLinks, isCapped };
}

function edgeToWire(edge: GraphEdge, place: number, nowMs: number): GraphWire['edges'][number] {
  const { asOf, ...rest } = edge;
  const ageDays = asOf === null ? 0 : Math.max(0, Math.floor((nowMs - asOf.getTime()) / DAY_MS));
  return { id: `e${place + 1}`, ...rest, asOf: asOf?.toISOString() ?? null, ageDays };
}

export function graphToWire(
  drawing: Drawing,
  { depth, statusIndex, nowMs }: { depth: number; statusIndex: string; nowMs: number },
): GraphWire {
  return {
    success: true,
    reason: '',
    statusIndex,
    depth,
    caps: CAPS,
    isFull: drawing.isFull,
    nodes: [...drawing.nodes.values()].map((node) => nodeToWire(drawing, node)),
    edges: [...drawing.edges.values()].map((edge, place) => edgeToWire(edge, place, nowMs)),
  };
}
