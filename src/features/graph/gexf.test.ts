import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDrawing } from './drawing.ts';
import type { GraphEdge, GraphNode } from './drawing.ts';
import { listWithin, readGexf } from './fixtures/gexf-reading.ts';
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

describe('the reader of these tests', () => {
  it('refuses what is no GEXF', () => {
    const good = write('Ana');
    for (const [from, to] of [
      ['version="1.3"', 'version="1.2"'],
      ['target="b"', 'target="c"'],
      ['id="b"', 'id="a"'],
      ['</graph>', ''],
      ['for="kind"', 'for="other"'],
      ['for="step" value="1"', 'for="step" value="one"'],
      ['<nodes>', '<nodes size="2">'],
      ['Ana', 'A & B'],
      ['<meta', '<metadata'],
    ] as const) {
      assert.ok(good.includes(from), from);
      assert.throws(() => readGexf(good.replace(from, to)), Error, from);
    }
  });
});
