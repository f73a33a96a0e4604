// The same as the drawing in words, for the keyboard and for those who do not see it.
import { Badge, Button, Group, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { JSX } from 'react';
import type { Graph, GraphNode } from '../../api/shapes.ts';
import { useFormats, useTexts } from '../../ui/language-context.tsx';
import { MEANING } from '../../ui/theme.ts';
import { DEEPEST } from './graph.ts';
import { graphTexts } from './texts.ts';
import { countHidden, needsStep } from './visible.ts';
import type { Visible } from './visible.ts';
import { detailOf, nameOf } from './words.ts';

type NodeListProps = {
  graph: Graph;
  visible: Visible;
  opened: ReadonlySet<string>;
  selected: string | null;
  onSelect(id: string): void;
  onToggle(id: string): void;
};

function OpenButton({ node, graph, visible, opened, onToggle }: NodeListProps & { node: GraphNode }) {
  const t = useTexts(graphTexts);
  const formats = useFormats();
  const isOpen = opened.has(node.id);
  const hidden = countHidden(graph, visible, node.id);
  const isUnasked = needsStep(graph, node, DEEPEST);
  if (node.step === 0 || (!isOpen && hidden === 0 && !isUnasked)) return null;
  const more = hidden > 0 ? t.hidden(formats.count(hidden)) : t.askMore;
  return (
    <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => onToggle(node.id)}>
      {isOpen ? '–' : more}
      <VisuallyHidden>{isOpen ? t.close(nameOf(t, node)) : t.open(nameOf(t, node))}</VisuallyHidden>
    </Button>
  );
}

function NodeLine(props: NodeListProps & { node: GraphNode }): JSX.Element {
  const t = useTexts(graphTexts);
  const formats = useFormats();
  const { node, selected, onSelect } = props;
  return (
    <Group component="li" gap="xs" wrap="nowrap" justify="space-between" className="farol-line" py={4}>
      <UnstyledButton onClick={() => onSelect(node.id)} aria-pressed={selected === node.id} miw={0}>
        <Text size="sm" fw={selected === node.id ? 700 : 500} truncate>
          {nameOf(t, node)}
        </Text>
        <Text size="xs" c="dimmed" truncate className="farol-number">
          {detailOf(t, formats, node)}
        </Text>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        {node.kind === 'CASE' && node.hasRisk ? (
          <Badge size="sm" variant="light" color={MEANING.risk}>
            {t.risk}
          </Badge>
        ) : null}
        <OpenButton {...props} />
      </Group>
    </Group>
  );
}

export function NodeList(props: NodeListProps): JSX.Element {
  const t = useTexts(graphTexts);
  const formats = useFormats();
  const { nodes, edges } = props.visible;
  const steps = Map.groupBy(nodes, ({ step }) => step);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h6">
          {t.list}
        </Title>
        <Text size="xs" c="dimmed">
          {t.listHint(formats.count(nodes.length), formats.count(edges.length))}
        </Text>
      </Group>
      <div className="farol-node-list" tabIndex={0} role="group" aria-label={t.list}>
        {[...steps]
          .toSorted(([one], [other]) => one - other)
          .map(([step, found]) => (
            <div key={step}>
              <Text size="xs" c="dimmed" fw={600} pt="xs">
                {step === 0 ? t.subject : t.step(step)}
              </Text>
              <ul className="farol-nodes">
                {found.map((node) => (
                  <NodeLine key={node.id} {...props} node={node} />
                ))}
              </ul>
            </div>
          ))}
      </div>
    </Stack>
  );
}
