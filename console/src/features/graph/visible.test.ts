import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Graph, GraphEdge, GraphNode } from '../../api/shapes.ts';
import { countHidden, needsStep, selectVisible } from './visible.ts';

function node(id: string, step: number, more: Partial<GraphNode> = {}): GraphNode {
  return {
    id,
    kind: 'COMPANY',
    label: id,
    documentNumber: '',
    step,
    situation: '',
    isActive: false,
    hasRisk: false,
    value: '',
    isExpanded: true,
    totalLinks: 1,
    shownLinks: 1,
    isCapped: false,
    ...more,
  };
}

function edge(from: string, to: string): GraphEdge {
  return {
    id: `${from} ${to}`,
    from,
    to,
    kind: 'PARTNER',
    label: '',
    since: null,
    source: 'receita',
    asOf: null,
    ageDays: 0,
    isByMask: false,
  };
}

const graph: Graph = {
  success: true,
  reason: '',
  statusIndex: 'DONE',
  depth: 2,
  caps: { neighbours: 50, cases: 100, nodes: 500, edges: 2000 },
  isFull: false,
  nodes: [
    node('subject', 0),
    node('partner', 1, { kind: 'PERSON' }),
    node('hub', 1, { isCapped: true }),
    node('case', 1, { kind: 'CASE' }),
    node('behind', 2, { isExpanded: false }),
    node('behind the hub', 2),
  ],
  edges: [
    edge('partner', 'subject'),
    edge('hub', 'subject'),
    edge('subject', 'case'),
    edge('partner', 'behind'),
    edge('hub', 'behind the hub'),
  ],
};
const wishes = { opened: new Set<string>(), areCasesShown: false, areHubsShown: true };
const idsOf = (wanted: Partial<typeof wishes>): string[] =>
  selectVisible(graph, { ...wishes, ...wanted }).nodes.map(({ id }) => id);

describe('what is drawn of the graph', () => {
  it('is the document with its neighbours, cases only when wanted', () => {
    assert.deepEqual(idsOf({}), ['subject', 'partner', 'hub']);
    assert.deepEqual(idsOf({ areCasesShown: true }), ['subject', 'partner', 'hub', 'case']);
    assert.equal(selectVisible(graph, wishes).edges.length, 2);
  });
  it('grows where a node is opened', () => {
    assert.deepEqual(idsOf({ opened: new Set(['partner']) }), ['subject', 'partner', 'hub', 'behind']);
  });
  it('loses hubs, and what only they lead to', () => {
    const opened = new Set(['hub', 'partner']);
    assert.deepEqual(idsOf({ opened, areHubsShown: false }), ['subject', 'partner', 'behind']);
    assert.ok(idsOf({ opened }).includes('behind the hub'));
  });
  it('knows what is hidden, and what the server was not asked for yet', () => {
    const visible = selectVisible(graph, wishes);
    assert.equal(countHidden(graph, visible, 'partner'), 1);
    assert.equal(countHidden(graph, visible, 'subject'), 1);
    const [, partner, , , behind] = graph.nodes;
    assert.ok(partner !== undefined && behind !== undefined);
    assert.deepEqual(
      [needsStep(graph, partner, 3), needsStep(graph, behind, 3), needsStep(graph, behind, 2)],
      [false, true, false],
    );
  });
});
