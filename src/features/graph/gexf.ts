// The graph as GEXF 1.3 (https://gexf.net, read 2026-11), which Gephi and others open. It names no place of a schema: the
// published grammar is RELAX NG, which does not allow that attribute.
import { escapeXml, makeSafe } from '../../platform/xlsx/cell-text.ts';
import type { GraphWire } from './schemas.ts';

type Node = GraphWire['nodes'][number];
type Edge = GraphWire['edges'][number];
type Value = string | number | boolean;
type Attribute<T> = readonly [id: string, type: 'string' | 'integer' | 'boolean', read: (item: T) => Value];

const NODE_ATTRIBUTES: readonly Attribute<Node>[] = [
  ['kind', 'string', ({ kind }) => kind],
  ['documentNumber', 'string', ({ documentNumber }) => documentNumber],
  ['step', 'integer', ({ step }) => step],
  ['situation', 'string', ({ situation }) => situation],
  ['isActive', 'boolean', ({ isActive }) => isActive],
  ['hasRisk', 'boolean', ({ hasRisk }) => hasRisk],
  ['value', 'string', ({ value }) => value],
  ['isExpanded', 'boolean', ({ isExpanded }) => isExpanded],
  ['totalLinks', 'integer', ({ totalLinks }) => totalLinks],
  ['shownLinks', 'integer', ({ shownLinks }) => shownLinks],
  ['isCapped', 'boolean', ({ isCapped }) => isCapped],
];
const EDGE_ATTRIBUTES: readonly Attribute<Edge>[] = [
  ['kind', 'string', ({ kind }) => kind],
  ['since', 'string', ({ since }) => since ?? ''],
  ['source', 'string', ({ source }) => source],
  ['asOf', 'string', ({ asOf }) => asOf ?? ''],
  ['ageDays', 'integer', ({ ageDays }) => ageDays],
  ['isByMask', 'boolean', ({ isByMask }) => isByMask],
];

/** Names were written by strangers: characters that XML has no place for are made visible. */
const quoted = (value: Value): string => `"${escapeXml(makeSafe(String(value)))}"`;

function describeAttributes<T>(kind: 'node' | 'edge', attributes: readonly Attribute<T>[]): string {
  const lines = attributes.map(
    ([id, type]) => `      <attribute id="${id}" title="${id}" type="${type}"/>\n`,
  );
  return `    <attributes class="${kind}">\n${lines.join('')}    </attributes>\n`;
}

/** An empty value is left out, which GEXF reads as "none". */
function writeValues<T>(item: T, attributes: readonly Attribute<T>[]): string {
  const values = attributes.flatMap(([id, , read]) => {
    const value = read(item);
    return value === '' ? [] : [`<attvalue for="${id}" value=${quoted(value)}/>`];
  });
  return `<attvalues>${values.join('')}</attvalues>`;
}

function writeNode(node: Node): string {
  const label = node.label === '' ? node.documentNumber : node.label;
  const values = writeValues(node, NODE_ATTRIBUTES);
  return `      <node id=${quoted(node.id)} label=${quoted(label)}>${values}</node>\n`;
}

function writeEdge(edge: Edge): string {
  const ends = `source=${quoted(edge.from)} target=${quoted(edge.to)}`;
  const values = writeValues(edge, EDGE_ATTRIBUTES);
  return `      <edge id=${quoted(edge.id)} ${ends} label=${quoted(edge.label)}>${values}</edge>\n`;
}

/** `modifiedOn` is a calendar date. */
export function graphToGexf({ nodes, edges }: GraphWire, modifiedOn: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" version="1.3">
  <meta lastmodifieddate="${modifiedOn}">
    <creator>Farol</creator>
    <description>Relationships of a document</description>
  </meta>
  <graph mode="static" defaultedgetype="directed">
${describeAttributes('node', NODE_ATTRIBUTES)}${describeAttributes('edge', EDGE_ATTRIBUTES)}    <nodes>
${nodes.map(writeNode).join('')}    </nodes>
    <edges>
${edges.map(writeEdge).join('')}    </edges>
  </graph>
</gexf>
`;
}
