// What is selected, with the source and age of every tie it stands in.
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import type { Graph, GraphEdge, GraphNode } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import { DEEPEST } from './graph.ts';
import { graphTexts } from './texts.ts';
import type { Visible } from './visible.ts';
import { ageOf, detailOf, nameOf, namesOf, relationOf, sourceOf } from './words.ts';

type EdgeTextProps = { edge: GraphEdge; names: ReadonlyMap<string, string> };

function EdgeText({ edge, names }: EdgeTextProps): JSX.Element {
  const t = useTexts(graphTexts);
  const formats = useFormats();
  const { from, to, kind, label, since, isByMask } = edge;
  const details = [
    kind === 'PARTNER' ? label : '',
    since === null ? '' : t.sinceDay(formats.day(since)),
    `${t.source}: ${sourceOf(t, edge)}, ${ageOf(t, formats, edge)}`,
  ];
  return (
    <Stack gap={0} className="farol-line" py={4}>
      <Text size="sm">
        <b>{names.get(from)}</b> {relationOf(t, edge)} <b>{names.get(to)}</b>
      </Text>
      <Text size="xs" c="dimmed">
        {details.filter((part) => part !== '').join(' · ')}
      </Text>
      {isByMask ? (
        <Text size="xs" c="dimmed">
          {t.maskWarning}
        </Text>
      ) : null}
    </Stack>
  );
}

function NodeText({ node, graph }: { node: GraphNode; graph: Graph }): JSX.Element {
  const t = useTexts(graphTexts);
  const formats = useFormats();
  const { organizationId } = useEnteredOrganization();
  const isAtEnd = !node.isExpanded && graph.depth === DEEPEST && node.kind !== 'CASE';
  return (
    <Stack gap={2}>
      <Text fw={650}>{nameOf(t, node)}</Text>
      <Text size="sm" c="dimmed" className="farol-number">
        {detailOf(t, formats, node)}
      </Text>
      {node.isCapped ? (
        <Text size="sm">{t.capped(formats.count(node.shownLinks), formats.count(node.totalLinks))}</Text>
      ) : null}
      {isAtEnd ? <Alert color={MEANING.unknown}>{t.atEnd}</Alert> : null}
      {node.kind === 'CASE' ? (
        <Anchor component={Link} to={`/o/${organizationId}/processes/${node.documentNumber}`} size="sm">
          {t.openProcess}
        </Anchor>
      ) : null}
    </Stack>
  );
}

type SelectedPanelProps = { graph: Graph; visible: Visible; selected: string | null };

export function SelectedPanel({ graph, visible, selected }: SelectedPanelProps): JSX.Element {
  const t = useTexts(graphTexts);
  const node = visible.nodes.find(({ id }) => id === selected);
  const edges = visible.edges.filter(({ id, from, to }) => [id, from, to].includes(selected ?? ''));
  const names = namesOf(t, graph);
  return (
    <Stack gap="xs" role="status" tabIndex={0} className="farol-selected">
      {node === undefined && edges.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.selectHint}
        </Text>
      ) : null}
      {node === undefined ? null : <NodeText node={node} graph={graph} />}
      {edges.map((edge) => (
        <EdgeText key={edge.id} edge={edge} names={names} />
      ))}
    </Stack>
  );
}
