import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createBackoff } from './backoff.ts';
import type { EventLog } from './event-log.ts';

export type ChildSpec = {
  name: string;
  /** Arguments of the node binary: flags, script, arguments of the script. */
  args: string[];
  /** The whole environment of the child: nothing is inherited besides. */
  env: Record<string, string>;
  /** Started once the others are ready, and not waited for. */
  isLate?: boolean;
};

export type ChildExit = { name: string; code: number | null; signal: NodeJS.Signals | null };

export type ChildHooks = {
  nodePath: string;
  log: EventLog;
  onReady(name: string, details: Record<string, unknown>): void;
  onExit(exit: ChildExit): void;
  onFailed(error: Error): void;
};

export type SupervisedChild = {
  name: string;
  pid(): number | null;
  start(): void;
  stop(): Promise<void>;
};

/** sysexits.h EX_CONFIG: starting again cannot mend a configuration fault. */
export const CONFIGURATION_FAULT_EXIT_CODE = 78;
const TRIES_BEFORE_FIRST_READY = 5;
const STOP_TIMEOUT_MS = 25_000;

const TOO_SLOW = 'child process did not end in time and is killed';

type Ending = { code: number | null; signal: NodeJS.Signals | null; healthyForMs: number };
type RunningProcess = { process: ChildProcess; gone: Promise<Ending> };

export function superviseChild(spec: ChildSpec, hooks: ChildHooks): SupervisedChild {
  const backoff = createBackoff();
  let child: RunningProcess | null = null;
  let restartTimer: NodeJS.Timeout | null = null;
  let stopping = false;
  let everReady = false;
  let failures = 0;

  function start(): void {
    child = runOnce(spec, hooks.nodePath, (details) => {
      everReady = true;
      hooks.onReady(spec.name, details);
    });
    void child.gone.then((ending) => {
      child = null;
      hooks.onExit({ name: spec.name, code: ending.code, signal: ending.signal });
      if (!stopping) recover(ending);
    });
  }

  function recover({ code, signal, healthyForMs }: Ending): void {
    failures += 1;
    const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
    if (code === CONFIGURATION_FAULT_EXIT_CODE) {
      hooks.onFailed(new Error(`The ${spec.name} process found a fault in the configuration and ended.`));
    } else if (!everReady && failures >= TRIES_BEFORE_FIRST_READY) {
      const count = `${failures} times before it was ready`;
      hooks.onFailed(new Error(`The ${spec.name} process ended ${count}, last ${how}.`));
    } else {
      const delayMs = backoff.nextDelayMs(healthyForMs);
      const fields = { child: spec.name, code, signal, delayMs };
      hooks.log.warn(fields, `child process ended ${how} and is started again`);
      restartTimer = setTimeout(start, delayMs);
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    if (restartTimer !== null) clearTimeout(restartTimer);
    if (child !== null) await endProcess(child, () => hooks.log.error({ child: spec.name }, TOO_SLOW));
  }

  return { name: spec.name, pid: () => child?.process.pid ?? null, start, stop };
}

function runOnce(
  spec: ChildSpec,
  nodePath: string,
  onReady: (details: Record<string, unknown>) => void,
): RunningProcess {
  const gone = Promise.withResolvers<Ending>();
  let readyAt: number | null = null;
  const end = (code: number | null, signal: NodeJS.Signals | null): void => {
    gone.resolve({ code, signal, healthyForMs: readyAt === null ? 0 : performance.now() - readyAt });
  };
  // A session of its own: Ctrl-C in a terminal reaches only the supervisor, which stops its children in order.
  const child = spawn(nodePath, spec.args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: spec.env,
    detached: true,
  });
  child.on('message', (message) => {
    if (!isReady(message)) return;
    readyAt ??= performance.now();
    onReady(message);
  });
  child.once('exit', end);
  child.on('error', () => {
    // Also raised when a signal or message cannot be delivered; the process has ended only if it never began.
    if (child.pid === undefined) end(null, null);
  });
  return { process: child, gone: gone.promise };
}

async function endProcess({ process, gone }: RunningProcess, onTooSlow: () => void): Promise<void> {
  process.kill('SIGTERM');
  const killer = setTimeout(() => {
    onTooSlow();
    process.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(killer);
}

function isReady(message: unknown): message is Record<string, unknown> {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
