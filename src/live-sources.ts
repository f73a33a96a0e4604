// What analyses ask of live sources: a connector brings it, the feature that owns the facts merges it.
import type { LiveFound, LiveSource, LiveSources } from './features/analysis/index.ts';
import { collectLawsuits } from './features/cases/index.ts';
import type { LawsuitSource } from './features/cases/index.ts';
import { refreshProtests } from './features/debts/index.ts';
import type { ProtestSource } from './features/debts/index.ts';
import type { RegistryMerger } from './platform/imports/live-merges.ts';
import type { Outcome } from './platform/outbound/outcome.ts';

function counted<T>(outcome: Outcome<T>, countOf: (value: T) => number): Outcome<LiveFound> {
  return outcome.kind === 'ready' ? { ...outcome, value: { count: countOf(outcome.value) } } : outcome;
}

function searchLawsuits(source: LawsuitSource, merger: RegistryMerger): LiveSource {
  return {
    name: source.name,
    start: (question) => source.start(question),
    collect: async (ticket, { doc, signal }, keep) => {
      const search = { ticket, doc, keep, ...(signal === undefined ? {} : { signal }) };
      return counted(await collectLawsuits({ source, merger }, search), ({ records }) => records);
    },
  };
}

function askForProtests(source: ProtestSource, merger: RegistryMerger): LiveSource {
  const ask: LiveSource['start'] = async ({ doc, signal }) => {
    const question = { doc, ...(signal === undefined ? {} : { signal }) };
    return counted(await refreshProtests({ source, merger }, question), ({ count }) => count);
  };
  // It answers at once; a ticket could only be another connector's from before a change of the settings.
  return { name: source.name, start: ask, collect: (_ticket, question) => ask(question) };
}

export function joinLiveSources(
  { lawsuits, protests }: { lawsuits: readonly LawsuitSource[]; protests: ProtestSource | null },
  merger: RegistryMerger,
): LiveSources {
  return {
    lawsuits: lawsuits.map((source) => searchLawsuits(source, merger)),
    protests: protests === null ? [] : [askForProtests(protests, merger)],
  };
}
