// Sender processes on a clock that goes on by days: each one is started at the time that it is by then.
import { startChild } from '../children.ts';
import type { Child } from '../children.ts';

const SCRIPT = new URL('./sender-process.ts', import.meta.url);

export type Senders = {
  offsetMs(): number;
  kills(): number;
  /** Kills one by -9 and starts another in its place. */
  killOne(index: number): Promise<void>;
  /** Kills all by -9 and starts them so much later. */
  passTime(byMs: number): Promise<void>;
  close(): Promise<void>;
};

export async function startSenders(
  count: number,
  wish: { env: Record<string, string>; logFile: string },
): Promise<Senders> {
  const children: Child[] = [];
  let offsetMs = 0;
  let kills = 0;
  const start = async (index: number): Promise<void> => {
    const env = { ...wish.env, FAROL_CLOCK_OFFSET_MS: String(offsetMs) };
    children[index] = await startChild(SCRIPT, { env, logFile: wish.logFile });
  };
  const kill = async (index: number): Promise<void> => {
    await children[index]?.end('SIGKILL');
    kills += 1;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  await Promise.all(all.map(start));
  return {
    offsetMs: () => offsetMs,
    kills: () => kills,
    killOne: async (index) => {
      await kill(index % count);
      await start(index % count);
    },
    passTime: async (byMs) => {
      await Promise.all(all.map(kill));
      offsetMs += byMs;
      await Promise.all(all.map(start));
    },
    close: async () => {
      await Promise.all(children.map((child) => child.end('SIGTERM')));
    },
  };
}
