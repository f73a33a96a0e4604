// The played sources on the day and at the hour that the workers have, slow enough that a kill finds calls in flight.
import { startSandboxServer } from '../../../sandbox/server/server.ts';
import { settingsForSandbox } from '../../../sandbox/server/settings.ts';
import { createWorld } from '../../../sandbox/server/world.ts';

/** Facts come after it. */
const KNOWN_UNTIL = '2026-11-15';
const LATENCY_MS = 150;
const SEARCH_MS = 400;

export type RefreshSource = {
  /** Of the workers that ask it. */
  readonly settings: Record<string, string>;
  /** Which day it tells of. */
  goTo(day: string): void;
  /** How many searches were begun for a document, and how often a number was looked up. */
  asked(): ReadonlyMap<string, number>;
  /** Of both kinds. */
  askedInAll(): number;
  close(): Promise<void>;
};

/** `nowMs` is the time of the workers: what was begun is looked for by when it was. */
export async function openRefreshSource(nowMs: () => number): Promise<RefreshSource> {
  const world = createWorld(() => KNOWN_UNTIL, nowMs);
  world.behave('judit', { latencyMs: LATENCY_MS, pendingMs: SEARCH_MS });
  world.behave('datajud', { latencyMs: LATENCY_MS });
  const server = await startSandboxServer(world, 0);
  const asked = (): Map<string, number> => {
    const counts = new Map(Object.entries(world.calls().datajud.documents));
    for (const { document } of world.searches.judit) counts.set(document, (counts.get(document) ?? 0) + 1);
    return counts;
  };
  return {
    settings: settingsForSandbox(server.url, 'pluggy'),
    goTo: (day) => world.travelTo(day),
    asked,
    askedInAll: () =>
      asked()
        .values()
        .reduce((sum, times) => sum + times, 0),
    close: () => server.close(),
  };
}
