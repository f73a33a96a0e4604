// Runs named child Node processes under one parent. What the children do themselves is in child.ts;
// what keeps the database running is in keep-running.ts.
import type { EventLog } from './event-log.ts';
import { superviseChild } from './supervised-child.ts';
import type { ChildExit, ChildSpec } from './supervised-child.ts';

export { endWithParent, reportReady } from './child.ts';
export type { EventLog } from './event-log.ts';
export { keepPostgresRunning } from './keep-running.ts';
export { AlreadyRunningError, holdInstanceLock } from './single-instance.ts';
export { onStopSignals } from './stop-signals.ts';
export { CONFIGURATION_FAULT_EXIT_CODE } from './supervised-child.ts';
export type { ChildExit, ChildSpec } from './supervised-child.ts';

export type SuperviseOptions = {
  children: ChildSpec[];
  nodePath: string;
  log: EventLog;
  onReady?: (name: string, details: Record<string, unknown>) => void;
  onExit?: (exit: ChildExit) => void;
};

export type Supervisor = {
  /** Resolves when every child that is not late has reported ready; rejects with what `failed` resolves to, or when stopped. */
  start(): Promise<void>;
  /** SIGTERM to all at once, SIGKILL after 25 s. Safe to call twice and before start. */
  stop(): Promise<void>;
  /** Resolves with the reason when a child cannot be kept running; stays pending otherwise. */
  failed: Promise<Error>;
  /** Process ids by name; a child that waits for its restart is absent. */
  pids(): Record<string, number>;
};

export function superviseChildren(options: SuperviseOptions): Supervisor {
  const failure = Promise.withResolvers<Error>();
  const allReady = Promise.withResolvers<null>();
  const stoppedEarly = Promise.withResolvers<Error>();
  const late = new Set(options.children.flatMap(({ name, isLate = false }) => (isLate ? [name] : [])));
  const waitingFor = new Set(options.children.map(({ name }) => name)).difference(late);
  let stopped: Promise<void> | null = null;
  const children = options.children.map((spec) =>
    superviseChild(spec, {
      nodePath: options.nodePath,
      log: options.log,
      onReady(name, details) {
        options.onReady?.(name, details);
        waitingFor.delete(name);
        if (waitingFor.size === 0) allReady.resolve(null);
      },
      onExit(exit) {
        options.onExit?.(exit);
      },
      onFailed(error) {
        failure.resolve(error);
      },
    }),
  );
  return {
    failed: failure.promise,
    async start() {
      if (children.length === 0) return;
      for (const child of children) if (!late.has(child.name)) child.start();
      const error = await Promise.race([allReady.promise, failure.promise, stoppedEarly.promise]);
      if (error !== null) throw error;
      for (const child of children) if (late.has(child.name) && stopped === null) child.start();
    },
    stop() {
      stopped ??= Promise.all(children.map((child) => child.stop())).then(() => {
        // A start that still waits would otherwise wait for ever.
        stoppedEarly.resolve(new Error('The processes were stopped before they were ready.'));
      });
      return stopped;
    },
    pids() {
      const entries: [string, number][] = [];
      for (const child of children) {
        const pid = child.pid();
        if (pid !== null) entries.push([child.name, pid]);
      }
      return Object.fromEntries(entries);
    },
  };
}
