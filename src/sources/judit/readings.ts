// What Judit's answers come to: where a search stands, and what a page of its responses holds.
import { parseDocument } from '../../documents/document.ts';
import type { LawsuitPage } from '../../features/cases/ports.ts';
import type { Doc, Ticket } from '../../platform/outbound/outcome.ts';
import { UnreadableValue } from '../../platform/outbound/shapes.ts';
import type { Reading, VendorFault } from '../../platform/outbound/shapes.ts';
import { isOfDocument, mayBeAbout, momentOf, textOf } from '../../platform/outbound/wire-text.ts';
import { mapLawsuit, SOURCE_NAME } from './mapper.ts';
import { toldDocuments } from './parties.ts';
import { isApplicationError, isLawsuit } from './schemas.ts';
import type { LawsuitRecord, RequestBody, RequestListBody, ResponseItem, ResponsesBody } from './schemas.ts';

export const RESPONSE_TYPE = 'lawsuits';

const DONE = 'completed';
const ENDED_BADLY: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'failed', 'error']);
const HOUR_MS = 3_600_000;
/** Courts are slow; whatever has not ended by then is not coming. */
const LONGEST_MS = 12 * HOUR_MS;
/** Their clock and ours. */
export const SKEW_MS = 120_000;

/** Soon at first, since what Judit knows already is there at once, then ever more rarely. */
function waitFor(ageMs: number): number {
  return Math.min(Math.max(1000, Math.round(ageMs / 4)), 60_000);
}

export function isAboutSearch({ search }: RequestBody, doc: Doc): boolean {
  return parseDocument(textOf(search.search_key) ?? '') === doc.value;
}

function ticketOf(requestId: string, startedMs: number): Ticket {
  return {
    connector: SOURCE_NAME,
    ref: requestId,
    startedAt: new Date(startedMs).toISOString(),
    expiresAt: new Date(startedMs + LONGEST_MS).toISOString(),
    step: 'QUEUE',
  };
}

const endedBadly = (status: string): VendorFault => ({
  code: 'UPSTREAM',
  vendorCode: status,
  text: 'The search at Judit ended without a result',
});

/** A search that was just begun. */
export function readBegun({ request_id: id, status }: RequestBody, nowMs: number): Reading<never> {
  const state = textOf(status)?.toLowerCase() ?? '';
  if (ENDED_BADLY.has(state)) return { kind: 'failed', fault: endedBadly(state) };
  return { kind: 'pending', ticket: ticketOf(id, nowMs), checkAfterMs: state === DONE ? 0 : waitFor(0) };
}

/** Among the searches on record, one of the document that was begun since; `empty` when there is none. */
export function readFound(
  { page_data: requests }: RequestListBody,
  doc: Doc,
  sinceMs: number,
): Reading<never> {
  const found = requests
    .filter((request) => isAboutSearch(request, doc))
    .filter(({ search }) => [null, RESPONSE_TYPE].includes(textOf(search.response_type)))
    .filter(({ status }) => !ENDED_BADLY.has(textOf(status)?.toLowerCase() ?? ''))
    .map(({ request_id: id, created_at: at }) => ({ id, atMs: momentOf(at)?.getTime() ?? Number.NaN }))
    .filter(({ atMs }) => atMs >= sinceMs - SKEW_MS)
    .toSorted((one, other) => one.atMs - other.atMs)
    .at(-1);
  if (found === undefined) return { kind: 'empty' };
  return { kind: 'pending', ticket: ticketOf(found.id, found.atMs), checkAfterMs: 0 };
}

/** Where the search stands; `ready` with nothing in it means that its responses can be read. */
export function readStatus({ status }: RequestBody, ticket: Ticket, nowMs: number): Reading<null> {
  const state = textOf(status)?.toLowerCase() ?? '';
  if (state === DONE) return { kind: 'ready', value: null };
  if (ENDED_BADLY.has(state)) return { kind: 'failed', fault: endedBadly(state) };
  const startedMs = Date.parse(ticket.startedAt);
  if (nowMs > startedMs + LONGEST_MS) {
    const text = 'The search at Judit did not end in time';
    return { kind: 'failed', fault: { code: 'TIMEOUT', text, retry: 'NEVER' } };
  }
  return { kind: 'pending', ticket, checkAfterMs: waitFor(nowMs - startedMs) };
}

/**
 * Every response must be of our search, every case may be about the document, and the first page must name it where it names
 * anybody: courts leave documents out, but not of everybody who was searched for.
 */
export function isAboutDocument(
  { page_data: items }: ResponsesBody,
  { ref, page }: { ref: string; page: number },
  doc: Doc,
): boolean {
  const told = items
    .map(({ response_data: found }) => found)
    .filter(isLawsuit)
    .map(toldDocuments);
  const documents = told.flatMap(({ all }) => all).filter((document) => document !== null);
  const isNamed = documents.length === 0 || documents.some((document) => isOfDocument(document, doc));
  return (
    items.every(({ request_id: id }) => (id ?? ref) === ref) &&
    told.every((each) => mayBeAbout(each, doc)) &&
    (page > 1 || isNamed)
  );
}

type Found = { lawsuit: LawsuitRecord; isCached: boolean | null };

const INFORMATION = 'application_info';
const ERROR = 'application_error';

function readItem({ response_type: type, response_data: found, tags }: ResponseItem): Found[] {
  if (type !== 'lawsuit' || isApplicationError(found)) return [];
  if (!isLawsuit(found)) throw new UnreadableValue('response_data');
  return [{ lawsuit: found, isCached: tags?.cached_response ?? null }];
}

/** Where a case came twice, the copy that Judit had kept gives way to the one that it fetched. */
function dropCached(found: readonly Found[]): Found[] {
  const keyOf = ({ lawsuit }: Found): string => `${lawsuit.code} ${lawsuit.instance ?? ''}`;
  const fresh = new Set(found.filter(({ isCached }) => isCached === false).map(keyOf));
  return found.filter((each) => each.isCached !== true || !fresh.has(keyOf(each)));
}

function freshnessOf(found: readonly Found[]): 'live' | 'cached' | 'unknown' {
  if (found.some(({ isCached }) => isCached === true)) return 'cached';
  return found.every(({ isCached }) => isCached === false) ? 'live' : 'unknown';
}

/** Errors also come under other types; that a search has ended comes with a code and a message too. */
function findError({ page_data: items }: ResponsesBody): string | null {
  const error = items.find(
    ({ response_type: type, response_data: found }) =>
      type === ERROR || (type !== INFORMATION && isApplicationError(found)),
  );
  if (error === undefined) return null;
  return isApplicationError(error.response_data) ? String(error.response_data.code) : 'UNSAID';
}

/** Of other things that are not found, such as a credential, nothing follows for the document. */
const NO_LAWSUIT = /^LAWSUITS?_NOT_FOUND$/;
/** Two hundred thousand answers; no document has so many. */
const MOST_PAGES = 4000;

/** Nothing is on record only where Judit itself says so: with no answer at all, or in so many words. */
function isNothing({ page_data: items, all_count: total }: ResponsesBody): boolean {
  const isSilent = items.every(({ response_type: type }) => type === INFORMATION);
  return isSilent
    ? items.length >= Number(total)
    : items.some(({ response_data: found }) => isApplicationError(found));
}

export function readResponses(body: ResponsesBody, page: number, doc: Doc): Reading<LawsuitPage> {
  const [pages, total] = [Number(body.all_pages_count), Number(body.all_count)];
  if (pages > MOST_PAGES) throw new UnreadableValue('all_pages_count');
  if (body.page_data.length === 0 && total > 0) throw new UnreadableValue('page_data');
  const error = findError(body);
  if (error !== null && !NO_LAWSUIT.test(error)) {
    const fault = { code: 'UPSTREAM', vendorCode: error, text: 'Judit could not search' } as const;
    return { kind: 'failed', fault };
  }
  const found = dropCached(body.page_data.flatMap(readItem));
  if (found.length === 0 && page === 1) {
    if (!isNothing(body)) throw new UnreadableValue('page_data');
    return { kind: 'empty', facts: { freshness: 'live' } };
  }
  const warnings = new Set<string>();
  const mapped = found.map(({ lawsuit }) => mapLawsuit(lawsuit, doc, (text) => void warnings.add(text)));
  const next = page < pages ? String(page + 1) : null;
  const complete = mapped.every((records) => records.length > 0);
  const facts = { freshness: freshnessOf(found), complete, warnings: [...warnings] };
  return { kind: 'ready', value: { records: mapped.flat(), next, total }, facts };
}
