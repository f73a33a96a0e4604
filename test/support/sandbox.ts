// The played sources for tests, on a fixed day; see sandbox/server.
import { after } from 'node:test';
import { startSandboxServer } from '../../sandbox/server/server.ts';
import { createWorld } from '../../sandbox/server/world.ts';
import type { World } from '../../sandbox/server/world.ts';

export { expectationOf, TEST_DOCUMENTS } from '../../sandbox/test-documents.ts';
export type { CaseLine } from '../../sandbox/test-documents.ts';
export { callBack } from '../../sandbox/server/callbacks.ts';
export { createSandboxListener } from '../../sandbox/server/server.ts';
export { settingsForSandbox } from '../../sandbox/server/settings.ts';
export { LIVE_DOCUMENTS } from '../../sandbox/server/test-documents.ts';

export function sandboxWorld(): World {
  return createWorld(() => '2026-11-15');
}

/** Ends with the test file. */
export async function startSandbox(): Promise<{ url: string; world: World }> {
  const world = sandboxWorld();
  const server = await startSandboxServer(world, 0);
  after(() => server.close());
  return { url: server.url, world };
}
