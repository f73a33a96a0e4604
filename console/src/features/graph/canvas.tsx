// The drawing itself; the only part that loads its library. The list beside it says the same in words.
import { Box, useComputedColorScheme } from '@mantine/core';
import cytoscape from 'cytoscape';
import type { Core, StylesheetJson } from 'cytoscape';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useTexts } from '../../ui/language-context.tsx';
import { LOOKS, paletteOf } from './looks.ts';
import { graphTexts } from './texts.ts';
import type { Visible } from './visible.ts';
import { nameOf } from './words.ts';

type CanvasProps = {
  visible: Visible;
  selected: string | null;
  /** Changes when everything is to be brought into sight. */
  fit: number;
  onSelect(id: string | null): void;
  onOpen(id: string): void;
};

const LONGEST_LABEL = 34;

function styleOf(isDark: boolean): StylesheetJson {
  const { text, ground, edge, mark } = paletteOf(isDark);
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        color: text,
        'font-size': 11,
        'text-wrap': 'wrap',
        'text-max-width': '110px',
        'text-valign': 'bottom',
        'text-margin-y': 5,
        'text-background-color': ground,
        'text-background-opacity': 0.8,
        width: 24,
        height: 24,
      },
    },
    ...Object.entries(LOOKS).map(([kind, { colour, shape }]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { 'background-color': colour, shape },
    })),
    { selector: 'node[kind = "CASE"]', style: { width: 15, height: 15, 'font-size': 9 } },
    { selector: 'node[kind = "RISK"]', style: { width: 17, height: 17, 'font-size': 9 } },
    { selector: 'node[kind = "SUBJECT"]', style: { width: 40, height: 40, 'font-weight': 'bold' } },
    {
      selector: 'node[?isHub]',
      style: { 'border-width': 3, 'border-color': mark, 'border-style': 'double' },
    },
    {
      selector: 'edge',
      style: {
        width: 1.5,
        'line-color': edge,
        'target-arrow-color': edge,
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        'curve-style': 'bezier',
      },
    },
    { selector: 'edge[?isByMask]', style: { 'line-style': 'dashed' } },
    {
      selector: ':selected',
      style: {
        'border-width': 3,
        'border-color': mark,
        'line-color': mark,
        'target-arrow-color': mark,
      },
    },
  ];
}

/** What is drawn already keeps its place: a map that jumps is read anew each time. */
function update(graph: Core, { nodes, edges }: Visible, label: (place: number) => string): void {
  const wanted = new Set([...nodes, ...edges].map(({ id }) => id));
  graph.batch(() => {
    graph
      .elements()
      .filter((element) => !wanted.has(element.id()))
      .remove();
    nodes.forEach((node, place) => {
      if (graph.getElementById(node.id).nonempty()) return;
      const kind = node.step === 0 ? 'SUBJECT' : node.kind === 'CASE' && node.hasRisk ? 'RISK' : node.kind;
      graph.add({
        data: { id: node.id, label: label(place), kind, step: node.step, isHub: node.isCapped },
      });
    });
    edges.forEach(({ id, from, to, isByMask }) => {
      if (graph.getElementById(id).nonempty()) return;
      graph.add({ data: { id, source: from, target: to, isByMask } });
    });
  });
}

function arrange(graph: Core): void {
  graph
    .layout({
      name: 'cose',
      animate: false,
      randomize: false,
      nodeRepulsion: () => 12_000,
      idealEdgeLength: () => 90,
      nodeDimensionsIncludeLabels: true,
      nodeOverlap: 24,
      padding: 30,
      fit: true,
    })
    .run();
}

const STYLE_SHEET = '__________cytoscape_stylesheet';

/** The library would put a style sheet into the page, which the policy refuses; ours says the same, so it is told of one. */
function claimStyleSheet(): void {
  if (document.querySelector(`#${STYLE_SHEET}`) !== null) return;
  const mark = document.createElement('meta');
  mark.id = STYLE_SHEET;
  document.head.append(mark);
}

/** The library leaves open what was touched. */
function idOf(target: unknown): string {
  return (target as { id(): string }).id();
}

function useCore(onSelect: CanvasProps['onSelect'], onOpen: CanvasProps['onOpen']) {
  const frame = useRef<HTMLDivElement>(null);
  const core = useRef<Core>(null);
  const told = useRef({ onSelect, onOpen });
  useEffect(() => {
    told.current = { onSelect, onOpen };
  });
  useEffect(() => {
    const container = frame.current;
    if (container === null) return undefined;
    claimStyleSheet();
    const graph = cytoscape({ container, maxZoom: 1.3, minZoom: 0.2, userZoomingEnabled: false });
    graph.on('tap', 'node', (event) => {
      const id = idOf(event.target);
      told.current.onSelect(id);
      told.current.onOpen(id);
    });
    graph.on('tap', 'edge', (event) => told.current.onSelect(idOf(event.target)));
    graph.on('tap', (event) => {
      if (event.target === graph) told.current.onSelect(null);
    });
    core.current = graph;
    return () => graph.destroy();
  }, []);
  return { frame, core };
}

export function Canvas({ visible, selected, fit, onSelect, onOpen }: CanvasProps): JSX.Element {
  const t = useTexts(graphTexts);
  const isDark = useComputedColorScheme('light') === 'dark';
  const { frame, core } = useCore(onSelect, onOpen);
  useEffect(() => {
    core.current?.style(styleOf(isDark));
  }, [core, isDark]);
  useEffect(() => {
    const graph = core.current;
    if (graph === null) return;
    const label = (place: number): string => {
      const node = visible.nodes[place];
      const name = node === undefined ? '' : nameOf(t, node);
      return name.length > LONGEST_LABEL ? `${name.slice(0, LONGEST_LABEL)}…` : name;
    };
    update(graph, visible, label);
    arrange(graph);
  }, [core, visible, t]);
  useEffect(() => {
    core.current?.elements().unselect();
    if (selected !== null) core.current?.getElementById(selected).select();
  }, [core, selected, visible]);
  useEffect(() => {
    core.current?.fit(undefined, 30);
  }, [core, fit]);
  return <Box ref={frame} className="farol-map" role="img" aria-label={t.map} />;
}
