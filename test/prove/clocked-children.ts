// Processes on a clock that goes on by hours and days: each one is started at the time that it is by then.
import { startChild } from './children.ts';
import type { Child } from './children.ts';

export type ClockedChildren = {
  readonly count: number;
  offsetMs(): number;
  kills(): number;
  /** Kills one by -9 and starts another in its place. */
  killOne(index: number): Promise<void>;
  killAll(): Promise<void>;
  /** Ends all and starts them when it is so much later than it is. */
  moveTo(offsetMs: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  close(): Promise<void>;
};

export type ClockedWish = { count: number; env: Record<string, string>; logFile: string };

export async function startClockedChildren(
  script: URL,
  { count, env, logFile }: ClockedWish,
): Promise<ClockedChildren> {
  const children: Child[] = [];
  let offsetMs = 0;
  let kills = 0;
  const start = async (index: number): Promise<void> => {
    const clocked = { ...env, FAROL_CLOCK_OFFSET_MS: String(offsetMs) };
    children[index] = await startChild(script, { env: clocked, logFile });
  };
  const end = async (index: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await children[index]?.end(signal);
    if (signal === 'SIGKILL') kills += 1;
  };
  const all = Array.from({ length: count }, (_, index) => index);
  await Promise.all(all.map(start));
  const moveTo = async (toMs: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    await Promise.all(all.map((index) => end(index, signal)));
    offsetMs = toMs;
    await Promise.all(all.map(start));
  };
  return {
    count,
    offsetMs: () => offsetMs,
    kills: () => kills,
    killOne: async (index) => {
      await end(index % count, 'SIGKILL');
      await start(index % count);
    },
    killAll: () => moveTo(offsetMs, 'SIGKILL'),
    moveTo,
    close: async () => {
      await Promise.all(children.map((child) => child.end('SIGTERM')));
    },
  };
}
