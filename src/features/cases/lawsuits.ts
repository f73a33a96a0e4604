// What a search at a source of lawsuits found, page by page into the registry.
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Doc, Meta, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { countNews, mergeCases } from './live-merge.ts';
import type { BroughtRecords } from './live-merge.ts';
import type { LawsuitSource } from './ports.ts';

export type LawsuitParts = { readonly source: LawsuitSource; readonly merger: RegistryMerger };

type Search = { readonly ticket: Ticket; readonly doc: Doc; readonly signal?: AbortSignal };

/** What all pages together are worth: as old as the oldest, and whole only if each of them is. */
function joinMeta(before: Meta | null, page: Meta): Meta {
  const { raw: _raw, ...meta } = page;
  if (before === null) return meta;
  return {
    ...meta,
    freshness: before.freshness === page.freshness ? page.freshness : 'cached',
    complete: before.complete && page.complete,
    warnings: [...new Set([...before.warnings, ...page.warnings])],
  };
}

/**
 * Each page is merged as it comes, so that memory stays flat however many there are. When a later one fails, what was
 * merged stays, the outcome is the failure, and collecting again with the same ticket changes nothing twice; nor does it cost
 * anything, save at a source that charges for pages.
 */
export async function collectLawsuits(
  { source, merger }: LawsuitParts,
  search: Search,
): Promise<Outcome<BroughtRecords>> {
  let meta: Meta | null = null;
  let found: BroughtRecords = { records: 0, news: 0 };
  for (let cursor: string | null = null; ;) {
    const outcome = await source.collect({ ...search, cursor });
    if (outcome.kind !== 'ready') return outcome;
    const { records, next } = outcome.value;
    const fetchedAt = new Date(outcome.meta.fetchedAt);
    const counts = await mergeCases(merger, records, { source: source.name, fetchedAt });
    found = { records: found.records + records.length, news: found.news + countNews(counts) };
    meta = joinMeta(meta, outcome.meta);
    if (next === null) return { kind: 'ready', value: found, meta };
    cursor = next;
  }
}
