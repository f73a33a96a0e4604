// A job that was tried in vain becomes a dead letter, and its capability is told of it exactly once: the letter is marked
// in the transaction that writes what follows. The last attempt does so together with its failure; where its process died,
// pg-boss lays the job aside without us, and the letter waits for `untold.ts`.
import type { Transaction } from '../db/database.ts';
import { DEAD_QUEUE } from './queues.ts';
import { performWrite } from './settlements.ts';

/** A job that was tried in vain, as its capability is told of it. */
export type DeadLetter<Payload> = {
  readonly jobId: string;
  readonly organizationId: number;
  readonly payload: Payload;
  readonly reason: string;
};

/**
 * Writes what follows when the job is given up, such as a failed request and its refund; takes effect exactly once for
 * each death. An operator may still send the job back: its handler then finds what this left, and decides. Whoever throws
 * here is called again later.
 */
export type OnDead<Payload> = (tx: Transaction, letter: DeadLetter<Payload>) => Promise<void>;

// The mark is the letter's own output, which an operator's retry does not carry over to the job that it makes of it.
const TELL_SQL = `
  update pgboss.job_common set output = jsonb_build_object('toldAt', now())
  where name = '${DEAD_QUEUE}' and source_id = $1 and state = 'created' and output is null
  returning id`;

/** Says whether it was this call that told: not so when another one did or when an operator has sent the job back. */
export async function tellDeath(
  tx: Transaction,
  onDead: OnDead<unknown>,
  letter: DeadLetter<unknown>,
): Promise<boolean> {
  const marked = await tx.prepared('tell_dead_letter', TELL_SQL, [letter.jobId]);
  if (marked.length === 0) {
    return false;
  }
  await performWrite(tx, async () => {
    await onDead(tx, letter);
    return marked.length;
  });
  return true;
}
