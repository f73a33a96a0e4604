// The map with its switches: it starts with whoever stands next to the document, and grows where it is opened.
import { Alert, Button, Group, Loader, Stack, Switch, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { JSX } from 'react';
import type { Graph } from '../../api/shapes.ts';
import { useTexts } from '../../ui/language-context.tsx';
import { ErrorState, NothingYet, Waiting } from '../../ui/states.tsx';
import { MEANING } from '../../ui/theme.ts';
import { useEnteredOrganization } from '../accounts/use-organization.ts';
import type { AnalysisName } from '../analysis/analyses.ts';
import { Canvas } from './canvas.tsx';
import { DEEPEST, useGraph } from './graph.ts';
import { Legend } from './legend.tsx';
import { NodeList } from './node-list.tsx';
import { SelectedPanel } from './selected-panel.tsx';
import { graphTexts } from './texts.ts';
import { needsStep, selectVisible } from './visible.ts';

type Switches = { areCasesShown: boolean; areHubsShown: boolean };

type SwitchesProps = { switches: Switches; onChange(switches: Switches): void; onFit(): void };

function MapSwitches({ switches, onChange, onFit }: SwitchesProps): JSX.Element {
  const t = useTexts(graphTexts);
  return (
    <Group gap="md">
      <Switch
        label={t.showCases}
        checked={switches.areCasesShown}
        onChange={(event) => onChange({ ...switches, areCasesShown: event.currentTarget.checked })}
      />
      <Switch
        label={t.hideHubs}
        checked={!switches.areHubsShown}
        onChange={(event) => onChange({ ...switches, areHubsShown: !event.currentTarget.checked })}
      />
      <Button size="compact-sm" variant="default" onClick={onFit}>
        {t.fit}
      </Button>
    </Group>
  );
}

type DrawnProps = { graph: Graph; isAsking: boolean; onDeeper(): void };

function Drawn({ graph, isAsking, onDeeper }: DrawnProps): JSX.Element {
  const t = useTexts(graphTexts);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [fit, setFit] = useState(0);
  // Without partners and companies the cases are all there is.
  const [switches, setSwitches] = useState<Switches>({
    areCasesShown: !graph.nodes.some(({ step, kind }) => step === 1 && kind !== 'CASE'),
    areHubsShown: true,
  });
  const visible = useMemo(() => selectVisible(graph, { opened, ...switches }), [graph, opened, switches]);
  const open = (id: string): void => {
    const node = graph.nodes.find((each) => each.id === id);
    if (node === undefined || node.step === 0) return;
    setOpened((known) => new Set([...known, id]));
    if (needsStep(graph, node, DEEPEST)) onDeeper();
  };
  const toggle = (id: string): void => {
    if (opened.has(id)) setOpened((known) => new Set([...known].filter((each) => each !== id)));
    else open(id);
  };
  return (
    <Stack gap="sm">
      <MapSwitches switches={switches} onChange={setSwitches} onFit={() => setFit(fit + 1)} />
      {graph.isFull ? <Alert color={MEANING.unknown}>{t.full}</Alert> : null}
      <div className="farol-map-frame">
        <div>
          <Canvas visible={visible} selected={selected} fit={fit} onSelect={setSelected} onOpen={open} />
          <Legend hasCases={switches.areCasesShown} />
        </div>
        <Stack gap="md">
          <SelectedPanel graph={graph} visible={visible} selected={selected} />
          {isAsking ? (
            <Text size="sm" role="status">
              <Loader size={12} aria-hidden /> {t.loading}
            </Text>
          ) : null}
          <NodeList
            graph={graph}
            visible={visible}
            opened={opened}
            selected={selected}
            onSelect={setSelected}
            onToggle={toggle}
          />
        </Stack>
      </div>
    </Stack>
  );
}

export function RelationshipMap({ name }: { name: AnalysisName }): JSX.Element {
  const t = useTexts(graphTexts);
  const [depth, setDepth] = useState(1);
  const { data, error, isPlaceholderData, refetch } = useGraph(useEnteredOrganization(), name, depth);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={4} height={80} />;
  if (data.nodes.length <= 1) return <NothingYet title={t.none}>{t.noneHint}</NothingYet>;
  return (
    <Drawn
      graph={data}
      isAsking={isPlaceholderData}
      onDeeper={() => setDepth(Math.min(DEEPEST, data.depth + 1))}
    />
  );
}
