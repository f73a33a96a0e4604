// The people and companies around the document, drawn. The lists beside it say the same in words.
import { Box, useComputedColorScheme } from '@mantine/core';
import cytoscape from 'cytoscape';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import type { Overview } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { findingTexts } from './finding-texts.ts';

type Node = { id: string; label: string; kind: 'subject' | 'company' | 'person' };

function nodesOf({ documentInfo, documentNumber, partners, holdings }: Overview): Node[] {
  return [
    { id: 'subject', label: documentInfo === '' ? documentNumber : documentInfo, kind: 'subject' },
    ...partners.map(({ name, kind }, index): Node => {
      return { id: `partner ${index}`, label: name ?? '?', kind: kind === 'COMPANY' ? 'company' : 'person' };
    }),
    ...holdings.map(({ name }, index): Node => ({ id: `holding ${index}`, label: name, kind: 'company' })),
  ];
}

function draw(container: HTMLElement, overview: Overview, isDark: boolean): () => void {
  const [text, edge] = isDark ? ['#e6e9ed', '#6b7480'] : ['#1f2933', '#8a94a1'];
  const nodes = nodesOf(overview);
  const graph = cytoscape({
    container,
    elements: [
      ...nodes.map((data) => ({ data })),
      ...nodes.slice(1).map(({ id }) => ({
        data: id.startsWith('partner')
          ? { source: id, target: 'subject' }
          : { source: 'subject', target: id },
      })),
    ],
    style: [
      {
        selector: 'node',
        style: {
          label: 'data(label)',
          color: text,
          'font-size': 11,
          'text-wrap': 'wrap',
          'text-max-width': '120px',
          'text-valign': 'bottom',
          'text-margin-y': 6,
          'background-color': '#3b7cc9',
          width: 26,
          height: 26,
        },
      },
      { selector: 'node[kind = "person"]', style: { 'background-color': '#0b8a6a' } },
      { selector: 'node[kind = "subject"]', style: { 'background-color': '#1c4f8f', width: 40, height: 40 } },
      {
        selector: 'edge',
        style: {
          width: 1.5,
          'line-color': edge,
          'target-arrow-color': edge,
          'target-arrow-shape': 'triangle',
          'curve-style': 'bezier',
        },
      },
    ],
    layout: {
      name: 'concentric',
      minNodeSpacing: 60,
      concentric: (node) => (node.id() === 'subject' ? 2 : 1),
      levelWidth: () => 1,
    },
    userZoomingEnabled: false,
  });
  return () => graph.destroy();
}

export function TiesMap({ overview }: { overview: Overview }): JSX.Element {
  const t = useTexts(findingTexts);
  const frame = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(
    () => (frame.current === null ? undefined : draw(frame.current, overview, isDark)),
    [overview, isDark],
  );
  return <Box ref={frame} h={340} mb="md" role="img" aria-label={t.map} />;
}
