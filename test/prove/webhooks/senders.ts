// Sender processes, which die whenever time passes.
import { startClockedChildren } from '../clocked-children.ts';
import type { ClockedChildren, ClockedWish } from '../clocked-children.ts';

const SCRIPT = new URL('./sender-process.ts', import.meta.url);

export type Senders = Omit<ClockedChildren, 'moveTo'> & {
  /** Kills all by -9 and starts them so much later. */
  passTime(byMs: number): Promise<void>;
};

export async function startSenders(wish: ClockedWish): Promise<Senders> {
  const children = await startClockedChildren(SCRIPT, wish);
  return {
    ...children,
    passTime: (byMs) => children.moveTo(children.offsetMs() + byMs, 'SIGKILL'),
  };
}
