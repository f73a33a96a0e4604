// What a search at a source of lawsuits found, page by page into the registry.
import type { RegistryMerger } from '../../platform/imports/live-merges.ts';
import type { Doc, Meta, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { countNews, mergeCases } from './live-merge.ts';
import type { BroughtRecords } from './live-merge.ts';
import type { LawsuitPage, LawsuitSource } from './ports.ts';

export type LawsuitParts = { readonly source: LawsuitSource; readonly merger: RegistryMerger };

type Search = {
  readonly ticket: Ticket;
  readonly doc: Doc;
  readonly signal?: AbortSignal;
  /**
   * Called after each page that was paid for and has another behind it, when what it brought is merged: collecting with this
   * ticket instead goes on behind that page.
   */
  readonly keep?: (ticket: Ticket) => Promise<void>;
};

/** What the pages so far came to, and where the next one is. */
type PagesRead = { readonly cursor: string; readonly found: BroughtRecords; readonly meta: Meta };

function readProgress({ progress }: Ticket): PagesRead | null {
  return progress === undefined ? null : (JSON.parse(progress) as PagesRead);
}

function joinCosts(before: Meta['cost'], page: Meta['cost']): Pick<Meta, 'cost'> {
  const costs = [before, page].filter((cost) => cost !== undefined);
  if (costs.length === 0) return {};
  const cents = costs.reduce((sum, cost) => sum + cost.cents, 0);
  return { cost: { cents, billable: costs.some(({ billable }) => billable) } };
}

function joinAge(before: Meta, page: Meta): Pick<Meta, 'fetchedAt' | 'sourceAsOf'> {
  const [sourceAsOf] = [before.sourceAsOf, page.sourceAsOf].filter((at) => at !== undefined).toSorted();
  return { fetchedAt: before.fetchedAt, ...(sourceAsOf === undefined ? {} : { sourceAsOf }) };
}

/** What all pages together are worth: as old as the oldest, whole only if each of them is, and paid for one by one. */
function joinMeta(before: Meta | null, page: Meta): Meta {
  const { raw: _raw, ...meta } = page;
  if (before === null) return meta;
  return {
    ...meta,
    ...joinAge(before, page),
    ...joinCosts(before.cost, page.cost),
    freshness: before.freshness === page.freshness ? page.freshness : 'cached',
    complete: before.complete && page.complete,
    warnings: [...new Set([...before.warnings, ...page.warnings])],
  };
}

async function mergePage(
  { source, merger }: LawsuitParts,
  { records }: LawsuitPage,
  { fetchedAt }: Meta,
): Promise<BroughtRecords> {
  const about = { source: source.name, fetchedAt: new Date(fetchedAt) };
  return { records: records.length, news: countNews(await mergeCases(merger, records, about)) };
}

/**
 * Each page is merged as it comes, so that memory stays flat however many there are. When a later one fails, what was
 * merged stays and the outcome is the failure. Collecting again changes nothing twice; nor does it cost anything, save at a
 * source that charges for pages: there it goes on with the page that failed, if the ticket that was kept last is used.
 */
export async function collectLawsuits(
  parts: LawsuitParts,
  { keep, ...search }: Search,
): Promise<Outcome<BroughtRecords>> {
  const { source } = parts;
  for (let read = readProgress(search.ticket); ;) {
    const outcome = await source.collect({ ...search, cursor: read?.cursor ?? null });
    if (outcome.kind !== 'ready') return outcome;
    const { next } = outcome.value;
    const page = await mergePage(parts, outcome.value, outcome.meta);
    const found = {
      records: (read?.found.records ?? 0) + page.records,
      news: (read?.found.news ?? 0) + page.news,
    };
    const meta = joinMeta(read?.meta ?? null, outcome.meta);
    if (next === null) return { kind: 'ready', value: found, meta };
    read = { cursor: next, found, meta };
    if (source.isPaidByPage) await keep?.({ ...search.ticket, progress: JSON.stringify(read) });
  }
}
