// The sandbox's sources as a demo has them, without latency, in a process of their own.
import { startSandboxServer } from '../../sandbox/server/server.ts';
import { createWorld } from '../../sandbox/server/world.ts';
import { localDate } from '../../src/documents/local-date.ts';
import { endWithParent, reportReady } from '../../src/platform/supervisor/child.ts';

const world = createWorld(
  () => localDate(Date.now()),
  () => Date.now(),
);
const server = await startSandboxServer(world, 0);
endWithParent(() => server.close());
process.once('SIGTERM', () => void server.close().finally(() => process.exit()));
reportReady({ port: Number(new URL(server.url).port) });
