// Lawsuits by document through Judit: a paid POST begins a search, its status is polled, its responses are read page by page.
import type { LawsuitSource } from '../../features/cases/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import type { Question, SourceClient } from '../../platform/outbound/source-client.ts';
import { toBegin, toCheck, toFind, toRead } from './questions.ts';

export type JuditOptions = {
  client: SourceClient;
  clock: Clock;
  costCents: number;
  /** Where Judit tells that a search has ended; null where it cannot reach us. */
  callbackUrl: string | null;
};

export function createJuditLawsuits({ client, clock, costCents, callbackUrl }: JuditOptions): LawsuitSource {
  const ask = <T>(question: Question<T>, signal: AbortSignal | undefined): Promise<Outcome<T>> =>
    client.ask(signal === undefined ? question : { ...question, signal });
  return {
    name: client.name,
    isPaidByPage: false,
    start: async ({ doc, askedSince, signal }) => {
      const known = askedSince === null ? null : await ask(toFind(doc, askedSince), signal);
      // Whether one was begun must be known before another is paid for.
      if (known !== null && known.kind !== 'empty') return known;
      const startedAt = clock.now().toISOString();
      const begun = await ask(toBegin(doc, { costCents, callbackUrl, nowMs: clock.nowMs() }), signal);
      if (begun.kind !== 'failed' || !begun.fault.maybeBilled) return begun;
      const found = await ask(toFind(doc, startedAt), signal);
      return found.kind === 'pending' ? found : begun;
    },
    collect: async ({ ticket, doc, cursor, signal }) => {
      if (cursor !== null) return ask(toRead(ticket, doc, Number(cursor)), signal);
      const state = await ask(toCheck(ticket, doc, clock.nowMs()), signal);
      return state.kind === 'ready' ? ask(toRead(ticket, doc, 1), signal) : state;
    },
  };
}
