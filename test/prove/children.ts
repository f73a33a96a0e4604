// The processes under test, each a child of the supervisor that is ended by its own id and reaped at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Child = {
  readonly pid: number;
  readonly ready: Readonly<Record<string, unknown>>;
  readonly exited: Promise<unknown>;
  signal(signal: 'SIGCONT'): void;
  /** Resolves when the process is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
};

const PATIENCE_MS = 5000;

/** Names the way to the database that the probe alone takes. */
export const PROBE_DATABASE_VARIABLE = 'FAROL_TEST_PROBE_DATABASE_URL';

/** Of a run of tests, which has one for all; whoever has another is given that. */
const COMPILED: Record<string, string> =
  process.env['NODE_COMPILE_CACHE'] === undefined
    ? {}
    : { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

const running = new Set<() => Promise<void>>();
let isEnding = false;

/** Nothing can be started afterwards: what is still under way while a run is stopped leaves nothing behind. */
export async function endAllChildren(): Promise<void> {
  isEnding = true;
  await Promise.all([...running].map((end) => end()));
}

export async function startChild(
  script: URL,
  { env, logFile }: { env: Record<string, string>; logFile: string },
): Promise<Child> {
  if (isEnding) throw new Error('The run is ending');
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...COMPILED, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    child.kill(signal);
    const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await exited;
    clearTimeout(patience);
  };
  const endNow = (): Promise<void> => end('SIGTERM');
  running.add(endNow);
  child.once('exit', () => running.delete(endNow));
  const first = await Promise.race([once(child, 'message'), exited.then(() => null)]);
  if (first === null) {
    throw new Error(`A process under test did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
  }
  return {
    pid: child.pid ?? 0,
    ready: first[0] as Record<string, unknown>,
    exited,
    signal: (signal) => child.kill(signal),
    end,
  };
}
