// Work that is done when somebody wakes it, again and again while there is more, and now and then unasked: a wake-up may get
// lost, and time passes by itself.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';

export type Turns = { wake(): void; close(): Promise<void> };

export type TurnsOptions = {
  name: string;
  /** Returns whether it should be done again at once. */
  turn: () => Promise<boolean>;
  everyMs: number;
  /** Between two turns, so that what comes meanwhile is done together. */
  pauseMs: number;
  log: Log;
};

export function startTurns({ name, turn, everyMs, pauseMs, log }: TurnsOptions): Turns {
  let isWanted = false;
  let isClosed = false;
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      if (await turn()) {
        isWanted = !isClosed;
      }
      await sleep(pauseMs);
    }
  }

  function wake(): void {
    isWanted = !isClosed;
    if (running !== null || isClosed) {
      return;
    }
    running = run()
      .catch((error: unknown) => log.warn({ err: error, turn: name }, 'a turn failed and is tried again'))
      .finally(() => {
        running = null;
        // Whoever woke it after its last look must not wait for the next one.
        if (isWanted) {
          wake();
        }
      });
  }

  const timer = setInterval(wake, everyMs);
  return {
    wake,
    close: async () => {
      isClosed = true;
      isWanted = false;
      clearInterval(timer);
      await running;
    },
  };
}
