// A search that a command waits for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LawsuitSource } from '../../features/cases/index.ts';
import type { Doc, Outcome, Ticket } from '../../platform/outbound/outcome.ts';

/** About a minute; a search that takes longer goes on without whoever began it. */
const MOST_WAITS = 30;
const LONGEST_WAIT_MS = 2000;

export async function awaitSearch<T>(
  lawsuits: LawsuitSource,
  doc: Doc,
  collect: (ticket: Ticket) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let outcome: Outcome<T> = await lawsuits.start({ doc, askedSince: null });
  for (let waits = 0; outcome.kind === 'pending' && waits < MOST_WAITS; waits += 1) {
    await sleep(Math.min(outcome.checkAfterMs, LONGEST_WAIT_MS));
    outcome = await collect(outcome.ticket);
  }
  return outcome;
}
