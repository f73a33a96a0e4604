// What a source knows of one case by its number, into the registry.
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Outcome } from '../../platform/outbound/outcome.ts';
import { countNews, mergeCases } from './live-merge.ts';
import type { BroughtRecords } from './live-merge.ts';
import type { ProcessQuestion, ProcessRefresh } from './ports.ts';

export type ProcessParts = { readonly source: ProcessRefresh; readonly merger: RegistryMerger };

export async function refreshProcess(
  { source, merger }: ProcessParts,
  question: ProcessQuestion,
): Promise<Outcome<BroughtRecords>> {
  const outcome = await source.refresh(question);
  if (outcome.kind !== 'ready') return outcome;
  const { value: records, meta } = outcome;
  const origin = { source: source.name, fetchedAt: new Date(meta.fetchedAt) };
  const counts = await mergeCases(merger, records, origin);
  return { kind: 'ready', value: { records: records.length, news: countNews(counts) }, meta };
}
