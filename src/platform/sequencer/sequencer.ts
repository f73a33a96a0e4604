// Numbers events and audit rows after they are committed, so that whoever follows the numbers never misses one that
// committed late. Every worker runs one; an advisory lock lets a single one work at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { startListener } from '../db/listener.ts';
import type { Log } from '../log.ts';
import type { AuditChain } from './audit-chain.ts';
import { runRound } from './round.ts';

export type SequencerOptions = {
  /** Under the role `farol_sequencer`. */
  database: Database;
  chain: AuditChain;
  log: Log;
  /** How often it looks without having been woken: for notifications that were lost and for another's unfinished turn. */
  pollMs?: number;
};

export type Sequencer = {
  wake(): void;
  close(): Promise<void>;
};

const POLL_MS = 1000;
/**
 * A round costs nine statements and a flush to disk; under load rows gather this long instead of getting a round each.
 * Whoever follows the feed sees an event that much later at most, and in a quiet service at once.
 */
const ROUND_EVERY_MS = 40;

export function createSequencer({ database, chain, log, pollMs = POLL_MS }: SequencerOptions): Sequencer {
  let isWanted = false;
  let running: Promise<void> | null = null;
  let closed = false;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      const startedAt = performance.now();
      const round = await runRound(database, chain);
      if (round.isFull) {
        isWanted = !closed;
      } else {
        await sleep(Math.max(0, startedAt + ROUND_EVERY_MS - performance.now()));
      }
    }
  }

  function wake(): void {
    isWanted = !closed;
    if (running !== null || closed) {
      return;
    }
    running = run()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a round of the sequencer failed and is tried again'),
      )
      .finally(() => {
        running = null;
      });
  }

  const timer = setInterval(wake, pollMs);
  return {
    wake,
    close: async () => {
      closed = true;
      isWanted = false;
      clearInterval(timer);
      await running;
    },
  };
}

/** With a connection of its own that hears of rows the moment they are committed. */
export async function startSequencer(options: SequencerOptions & { url: string }): Promise<Sequencer> {
  const sequencer = createSequencer(options);
  try {
    const listener = await startListener({
      url: options.url,
      processName: 'sequencer',
      log: options.log,
      channel: 'farol_unnumbered',
      onNotice: sequencer.wake,
      onGap: sequencer.wake,
    });
    return {
      wake: sequencer.wake,
      close: async () => {
        await listener.close();
        await sequencer.close();
      },
    };
  } catch (error) {
    await sequencer.close();
    throw error;
  }
}
