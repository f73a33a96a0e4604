// The sandbox beside a demo: where nobody named a source, the played ones answer, so that every call can be tried.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import { isDemoAllowed } from '../demo.ts';
import { sourcesInUse } from '../sources-in-use.ts';

export type SandboxChild = {
  url: string;
  /** Of our own program. */
  args: readonly string[];
  /** For the processes that ask the sources. */
  settings: Record<string, string>;
};

function isSandboxWanted(config: Config): boolean {
  return (
    isDemoAllowed(config) && Object.values(sourcesInUse(config)).every((sources) => sources.length === 0)
  );
}

/** Chosen before the start: a sandbox that is started again must be found where the settings say. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

export async function prepareSandbox(config: Config): Promise<SandboxChild | null> {
  if (!isSandboxWanted(config)) {
    return null;
  }
  const { settingsForSandbox } = await import('../../sandbox/server/settings.ts');
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    args: ['sandbox', 'serve', '--port', String(port)],
    // Whoever tries the demo has a receiver on this machine, if anywhere.
    settings: { ...settingsForSandbox(url, 'pluggy'), FAROL_WEBHOOK_LOOPBACK: 'on' },
  };
}
