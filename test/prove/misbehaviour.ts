// What a request makes its worker do, told by the end of its note: ` !kill@asked`, ` !stop@asked`, ` !slow=1500`, or one
// of the poisons. Only the worker of this folder reads it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedProbe, ProbeJobParts, ProbePoint } from '../support/probe-job.ts';

export const POISONS = ['throw', 'reject', 'abort', 'spin'] as const;
export type Poison = (typeof POISONS)[number];
export type Order = Poison | `kill@${ProbePoint}` | 'stop@asked' | `slow=${number}`;

const ORDER = / !([a-z]+)(?:@([a-z]+)|=(\d+))?$/;
/** So long the successor of a stopped worker has not settled yet when the stopped one goes on. */
const HOLD_MS = 3000;

type Read = { what: string | null; point: string | null; ms: number };

export function writeOrder(order: Order | null): string {
  return order === null ? '' : ` !${order}`;
}

function readOrder(note: string): Read {
  const [, what = null, point = null, ms = '0'] = ORDER.exec(note) ?? [];
  return { what, point, ms: Number(ms) };
}

export function isPoison(note: string): boolean {
  const { what } = readOrder(note);
  return POISONS.some((poison) => poison === what);
}

/** How much longer than usual the source takes. */
export function slowMs(note: string): number {
  const { what, ms } = readOrder(note);
  return what === 'slow' ? ms : 0;
}

async function spoil(what: string): Promise<void> {
  if (what === 'throw') throw new RangeError('a poison job');
  if (what === 'abort') process.abort();
  if (what === 'spin') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  void Promise.reject(new RangeError('nobody waits for this'));
  await sleep(1000);
}

/** The first attempt is killed or stopped; one that comes after a stopped one is held, so that both are there. */
async function misbehave(at: ProbePoint, { note, attempt }: ClaimedProbe): Promise<void> {
  const { what, point } = readOrder(note);
  if (what !== null && at === 'claimed' && isPoison(note)) await spoil(what);
  if (point !== at) return;
  if (attempt === 1) process.kill(process.pid, what === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  else if (what === 'stop') await sleep(HOLD_MS);
}

export const misbehaveAt: NonNullable<ProbeJobParts['at']> = misbehave;
