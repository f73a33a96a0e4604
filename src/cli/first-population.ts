// What the first start of a demo brings to play with: the small sandbox, loaded by a process beside the API.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environmentWith } from '../config.ts';
import type { Config } from '../config.ts';
import { isDemoAllowed } from '../demo.ts';
import { describeProcess } from '../platform/imports/runners.ts';
import type { Log } from '../platform/log.ts';
import { describeSandboxLoaded } from './welcome.ts';

/** Names the processes that load; there only until one of them came to its end. */
const markFile = (config: Config): string => join(config.dataDir, 'sandbox-being-loaded');

function readLoaders(config: Config): string[] {
  try {
    return readFileSync(markFile(config), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Only into a registry that nobody imported into. A load that was killed is repeated, which goes on where it was; but not
 * once somebody else imported something, which must never be mixed with invented people.
 */
export function needsPopulation(config: Config, runners: readonly string[]): boolean {
  if (config.sandboxPopulation === 'none' || !isDemoAllowed(config)) return false;
  if (runners.length === 0) return true;
  const loaders = readLoaders(config);
  return runners.every((runner) => loaders.includes(runner));
}

/** What goes wrong is told in one line and changes nothing else: the API is up already. */
export function startPopulation(config: Config, databaseUrl: string, log: Log): () => Promise<void> {
  const startedAt = performance.now();
  const script = join(config.projectDir, 'src', 'cli.ts');
  // A session of its own, as the other children have: Ctrl-C reaches only the parent.
  const child = spawn(process.execPath, [script, 'sandbox', 'load', '--size', config.sandboxPopulation], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: environmentWith({ FAROL_DATABASE_URL: databaseUrl }),
    detached: true,
  });
  const ended = Promise.withResolvers<void>();
  let isStopped = false;
  const end = (code: number | null, signal: string | null): void => {
    ended.resolve();
    if (code === 0) {
      rmSync(markFile(config), { force: true });
      describeSandboxLoaded((performance.now() - startedAt) / 1000);
    } else if (!isStopped) {
      log.warn(
        { code, signal },
        'the sandbox was not loaded; "npx farol sandbox load" tries again and tells why',
      );
    }
  };
  child.once('exit', end);
  child.once('error', () => {
    if (child.pid === undefined) end(null, null);
  });
  try {
    if (child.pid !== undefined) appendFileSync(markFile(config), `${describeProcess(child.pid)}\n`);
  } catch {
    // Unmarked, a load that is killed would stay half done for ever.
    child.kill('SIGKILL');
  }
  return async () => {
    isStopped = true;
    child.kill('SIGTERM');
    await ended.promise;
  };
}
