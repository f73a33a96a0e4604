// The worker processes under test: each is started again when it is gone, as a supervisor would, and its end is noted.
import { readFile } from 'node:fs/promises';
import { startChild } from './children.ts';
import type { Child } from './children.ts';
import { workerEnvironment } from './worker-settings.ts';
import type { WorkerSettings } from './worker-settings.ts';

export type WorkerEnd = {
  pid: number;
  how: 'killed' | 'stopped' | 'died';
  /** By the clock of the machine, which is the database's too. */
  signalledAtMs: number;
};

export type Workers = {
  readonly settings: WorkerSettings;
  readonly ends: readonly WorkerEnd[];
  pids(): number[];
  /** Whether it was stopped by SIGSTOP. */
  isHalted(pid: number): Promise<boolean>;
  resume(pid: number): void;
  kill(pid: number): Promise<void>;
  /** As a service manager does. Resolves when the process is gone. */
  stop(pid: number): Promise<void>;
  /** One more, which is not started again. Resolves to its pid. */
  add(settings: Partial<WorkerSettings>): Promise<number>;
  close(): Promise<void>;
};

export type WantedWorkers = { count: number } & Partial<Omit<WorkerSettings, 'sourceUrl' | 'graceMs'>>;

export type WorkersOptions = {
  count: number;
  settings: WorkerSettings;
  env: Record<string, string>;
  logFile: string;
};

const SCRIPT = new URL('./worker-process.ts', import.meta.url);

async function isHalted(pid: number): Promise<boolean> {
  // "pid (name) state …", see proc_pid_stat(5).
  return / \(.*\) T /.test(` ${await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')}`);
}

export async function startWorkers({ count, settings, env, logFile }: WorkersOptions): Promise<Workers> {
  const running = new Map<number, Child>();
  const asked = new Map<number, WorkerEnd>();
  const ends: WorkerEnd[] = [];
  const restarts = new Set<Promise<unknown>>();
  let isClosing = false;

  async function start(wanted: WorkerSettings, isKept: boolean): Promise<number> {
    const child = await startChild(SCRIPT, { env: { ...env, ...workerEnvironment(wanted) }, logFile });
    const { pid } = child;
    running.set(pid, child);
    void child.exited.then(() => {
      running.delete(pid);
      ends.push(asked.get(pid) ?? { pid, how: 'died', signalledAtMs: Date.now() });
      if (isKept && !isClosing) restart(wanted);
    });
    if (isClosing) await child.end('SIGKILL');
    return pid;
  }

  function restart(wanted: WorkerSettings): void {
    // A run that is stopped starts nothing any more; its other parts tell why.
    const starting = start(wanted, true).catch(() => undefined);
    restarts.add(starting);
    void starting.finally(() => restarts.delete(starting));
  }

  async function end(pid: number, how: 'killed' | 'stopped'): Promise<void> {
    asked.set(pid, { pid, how, signalledAtMs: Date.now() });
    await running.get(pid)?.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
  }

  await Promise.all(Array.from({ length: count }, () => start(settings, true)));
  return {
    settings,
    ends,
    pids: () => [...running.keys()],
    isHalted,
    resume: (pid) => running.get(pid)?.signal('SIGCONT'),
    kill: (pid) => end(pid, 'killed'),
    stop: (pid) => end(pid, 'stopped'),
    add: (other) => start({ ...settings, ...other }, false),
    close: async () => {
      isClosing = true;
      await Promise.all(restarts);
      running.forEach((child) => child.signal('SIGCONT'));
      await Promise.all(Array.from(running.keys(), (pid) => end(pid, 'stopped')));
    },
  };
}
