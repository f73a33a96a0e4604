import { createBackoff } from './backoff.ts';
import type { Backoff } from './backoff.ts';
import type { EventLog } from './event-log.ts';

/** What is kept; an embedded PostgreSQL has this shape. */
export type Restartable = {
  exited: Promise<{ code: number | null; signal: string | null }>;
  stop(): Promise<void>;
};

export type KeptRunning<T extends Restartable> = {
  /** The latest one that started. Its address stays the same across restarts. */
  current(): T;
  stop(): Promise<void>;
};

/**
 * Starts the database and starts it again whenever it ends unasked, for ever and with growing pauses.
 * Only the first start may reject: without it there is nothing to keep.
 */
export async function keepPostgresRunning<T extends Restartable>(
  start: () => Promise<T>,
  log: EventLog,
): Promise<KeptRunning<T>> {
  let current = await start();
  const stopAsked = Promise.withResolvers<'stop'>();
  let stopping = false;
  const watching = watch();

  async function watch(): Promise<void> {
    const backoff = createBackoff();
    for (;;) {
      const startedAt = performance.now();
      const exit = await Promise.race([current.exited, stopAsked.promise]);
      if (exit === 'stop') return;
      log.error({ code: exit.code, signal: exit.signal }, 'the database ended unasked and is started again');
      const delayMs = backoff.nextDelayMs(performance.now() - startedAt);
      if (!(await startAgain(delayMs, backoff))) return;
    }
  }

  async function startAgain(firstDelayMs: number, backoff: Backoff): Promise<boolean> {
    for (let delayMs = firstDelayMs; ; delayMs = backoff.nextDelayMs(0)) {
      await pause(delayMs);
      if (stopping) return false;
      try {
        current = await start();
        log.info({}, 'the database runs again');
        return true;
      } catch (error) {
        log.error({ err: error }, 'the database could not be started again');
      }
    }
  }

  /** Ends early when a stop is asked for. */
  async function pause(delayMs: number): Promise<void> {
    const elapsed = Promise.withResolvers<void>();
    const timer = setTimeout(elapsed.resolve, delayMs);
    await Promise.race([elapsed.promise, stopAsked.promise]);
    clearTimeout(timer);
  }

  return {
    current: () => current,
    async stop() {
      stopping = true;
      stopAsked.resolve('stop');
      // A restart under way finishes first, so that its process is not left behind.
      await watching;
      await current.stop();
    },
  };
}
