// `farol sandbox serve`: the played sources on a loopback port, alone or under `farol serve`.
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { localDate } from '../documents/local-date.ts';
import { createClock } from '../platform/clock.ts';
import { endWithParent, onStopSignals, reportReady } from '../platform/supervisor/index.ts';
import { printLines } from './output.ts';

const DEFAULT_PORT = 8090;

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535) {
    throw new InvalidArgumentError('It must be a port from 0 to 65535; 0 takes any free one.');
  }
  return port;
}

async function serveSandbox({ port }: { port: number }, command: Command): Promise<void> {
  const { startSandboxServer } = await import('../../sandbox/server/server.ts');
  const { createWorld } = await import('../../sandbox/server/world.ts');
  const clock = createClock();
  const server = await startSandboxServer(
    createWorld(() => localDate(clock.nowMs()), clock.nowMs),
    port,
  );
  const stop = (): void => {
    void server.close().finally(() => process.exit(0));
  };
  onStopSignals({ stop, force: () => process.exit(1) });
  endWithParent(server.close);
  // Under `farol serve` the parent says so.
  if (process.send === undefined) printLines(command, [`The sandbox plays its sources on ${server.url}.`]);
  reportReady({ address: server.url });
}

export function addSandboxServer(sandbox: Command): void {
  sandbox
    .command('serve')
    .description('play the wire shapes of all sources on a loopback port')
    .option('--port <port>', 'the port; 0 takes any free one', parsePort, DEFAULT_PORT)
    .action(serveSandbox);
}
