import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDrawing } from './drawing.ts';
import type { GraphEdge, GraphNode } from './drawing.ts';
import { readGexf } from './fixtures/gexf-reading.ts';
import { listWithin } from './fixtures/xml-reading.ts';
import { graphToGexf } from './gexf.ts';
import { graphToWire } from './schemas.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00Z');

const aNode = (id: string, label: string): GraphNode => ({
  id,
  kind: 'PERSON',
  label,
  document: '***982247**',
  step: 1,
  situation: '',
  isActive: false,
  hasRisk: true,
  value: '',
  owner: null,
});
const anEdge = (from: string, to: string): GraphEdge => ({
  from,
  to,
  kind: 'PARTNER',
  label: 'Sócio & "Cia"',
  since: null,
  source: 'receita',
  asOf: new Date('2026-11-10T00:00:00Z'),
  isByMask: true,
});

function write(label: string): string {
  const drawing = createDrawing();
  drawing.addNode(aNode('a', label));
  drawing.addNode(aNode('b', 'B'));
  drawing.addEdge(anEdge('a', 'b'));
  drawing.noteLinks('a', 'partners', { total: 7, shown: 1 });
  return graphToGexf(graphToWire(drawing, { depth: 1, statusIndex: 'DONE', nowMs: NOW_MS }), '2026-11-15');
}

describe('a graph as GEXF', () => {
  it('has the structure of GEXF 1.3, with every attribute declared', () => {
    const root = readGexf(write('Ana'));
    const [edge] = listWithin(root, 'edge');
    assert.deepEqual(edge?.attributes, { id: 'e1', source: 'a', target: 'b', label: 'Sócio & "Cia"' });
    const values = Object.fromEntries(
      listWithin(root, 'attvalue').map(({ attributes }) => [attributes['for'], attributes['value']]),
    );
    assert.deepEqual([values['source'], values['ageDays'], values['isByMask']], ['receita', '5', 'true']);
    const [first] = listWithin(root, 'node');
    const told = first?.children[0]?.children.map(
      ({ attributes }) => `${attributes['for']}=${attributes['value']}`,
    );
    assert.ok(
      told?.includes('totalLinks=7') && told.includes('shownLinks=1') && told.includes('isCapped=true'),
    );
  });

  it('stays XML whatever a name holds', () => {
    for (const name of [
      '<script>',
      'a & b',
      '"quoted"',
      "it's",
      'a\u0000b',
      'x\u001Fy',
      '\uD800',
      '\uFFFE',
      ']]>',
      '&#0;',
    ]) {
      const label = listWithin(readGexf(write(name)), 'node')[0]?.attributes['label'];
      assert.equal(label?.length, name.length, JSON.stringify(name));
    }
  });
});

/** Each breaks one demand of the grammar, or of what the grammar cannot say. */
const VIOLATIONS: Readonly<Record<string, readonly [from: string | RegExp, to: string]>> = {
  'another version': ['version="1.3"', 'version="1.2"'],
  'no version': [' version="1.3"', ''],
  'another namespace': ['http://gexf.net/1.3', 'http://www.gexf.net/1.3'],
  'no namespace': [' xmlns="http://gexf.net/1.3"', ''],
  'an attribute that the root has not': ['<gexf ', '<gexf lang="pt" '],
  'an unknown element': ['<edges>', '<colors/><edges>'],
  'two heads': ['  <graph', '  <meta></meta>\n  <graph'],
  'the graph before the head': [/(<meta[^]*<\/meta>)([^]*<\/graph>)/, '$2$1'],
  'no graph': [/<graph[^]*<\/graph>/, ''],
  'two creators': ['<creator>', '<creator>A</creator><creator>'],
  'a date that there is none of': ['lastmodifieddate="2026-11-15"', 'lastmodifieddate="2026-02-30"'],
  'a date with a time': ['lastmodifieddate="2026-11-15"', 'lastmodifieddate="2026-11-15T00:00:00Z"'],
  'an unknown mode': ['mode="static"', 'mode="still"'],
  'an unknown type of edge': ['defaultedgetype="directed"', 'defaultedgetype="oneway"'],
  'a declaration behind the nodes': ['<edges>', '<attributes class="node"/><edges>'],
  'edges before nodes': [/(<nodes>[^]*<\/nodes>)([^]*<\/edges>)/, '$2$1'],
  'two lists of nodes': ['<nodes>', '<nodes/><nodes>'],
  'an unknown class': ['class="edge"', 'class="link"'],
  'no class': ['<attributes class="edge">', '<attributes>'],
  'a declaration without a title': [' title="step"', ''],
  'an unknown type of attribute': ['title="step" type="integer"', 'title="step" type="int"'],
  'one id declared twice': ['id="step" title', 'id="kind" title'],
  'a number of nodes that is none': ['<nodes>', '<nodes count="two">'],
  'a wrong number of nodes': ['<nodes>', '<nodes count="3">'],
  'an attribute that lists have not': ['<nodes>', '<nodes size="2">'],
  'a node without an id': ['<node id="b"', '<node'],
  'two nodes of one id': ['<node id="b"', '<node id="a"'],
  'an attribute that nodes have not': ['<node id="b"', '<node id="b" color="red"'],
  'two lists of values': ['</attvalues></node>', '</attvalues><attvalues/></node>'],
  'an edge without a source': [' source="a"', ''],
  'an edge without a target': [' target="b"', ''],
  'an edge to nowhere': ['target="b"', 'target="c"'],
  'a weight that is no number': ['target="b"', 'target="b" weight="heavy"'],
  'a type that edges have not': ['target="b"', 'target="b" type="oneway"'],
  'a value of nothing': ['<attvalue for="kind" ', '<attvalue '],
  'a value that is none': ['for="step" value="1"', 'for="step"'],
  'a value of what is not declared': ['for="kind"', 'for="other"'],
  'a value of another type': ['for="step" value="1"', 'for="step" value="one"'],
  'two values of one attribute': ['for="step"', 'for="isActive" value="true"/><attvalue for="step"'],
  'text between elements': ['<edges>', '<edges>text'],
  'a graph without an end': ['</graph>', ''],
  'a bare ampersand': ['Ana', 'A & B'],
};

describe('the reader of these tests', () => {
  const good = write('Ana');

  it('takes what the grammar leaves free', () => {
    for (const [from, to] of [
      ['<nodes>', '<nodes count="2">'],
      ['<edges>', '<edges count="1">'],
      ['target="b"', 'target="b" weight="1.5" type="undirected" kind="tie"'],
      ['<creator>Farol</creator>', '<keywords>a</keywords><creator>Farol</creator>'],
      [' id="e1"', ''],
      ['mode="static"', 'mode="static" idtype="string"'],
    ] as const) {
      assert.ok(good.includes(from), from);
      readGexf(good.replace(from, to));
    }
  });

  for (const [what, [from, to]] of Object.entries(VIOLATIONS)) {
    it(`refuses ${what}`, () => {
      const broken = good.replace(from, to);
      assert.notEqual(broken, good);
      assert.throws(() => readGexf(broken), Error);
    });
  }
});
