// The graph of an analysis: its frozen cases, and from the registry whoever stands around the document.
import type { Clock } from '../../platform/clock.ts';
import { readFreshness } from '../../platform/imports/freshness.ts';
import type { SnapshotQuestion, Snapshots } from '../analysis/index.ts';
import { growGraph } from './growing.ts';
import { graphToWire } from './schemas.ts';
import type { GraphWire } from './schemas.ts';

const REGISTRY_SOURCE = 'receita';

export type GraphService = { draw(question: SnapshotQuestion & { depth: number }): Promise<GraphWire> };

export function createGraphService(parts: { snapshots: Snapshots; clock: Clock }): GraphService {
  const { snapshots, clock } = parts;
  return {
    draw: (question) =>
      snapshots.read(question, 'analysis.graph', async (tx, snapshot) => {
        const { depth } = question;
        const [freshness] = await readFreshness(tx, [REGISTRY_SOURCE]);
        const registry = { source: REGISTRY_SOURCE, asOf: freshness?.importedAt ?? null };
        const drawing = await growGraph({ tx, snapshot, depth, registry });
        return graphToWire(drawing, { depth, statusIndex: snapshot.statusIndex, nowMs: clock.nowMs() });
      }),
  };
}
