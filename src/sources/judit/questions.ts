// What Judit is asked: to begin a search, for a search that may have been begun, where one stands, and what it found.
import type { LawsuitPage } from '../../features/cases/ports.ts';
import type { Doc, IsoTime, Ticket } from '../../platform/outbound/outcome.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { Question } from '../../platform/outbound/source-client.ts';
import {
  isAboutDocument,
  isAboutSearch,
  readBegun,
  readFound,
  readResponses,
  readStatus,
  RESPONSE_TYPE,
  SKEW_MS,
} from './readings.ts';
import { Request, RequestList, Responses } from './schemas.ts';

/** With its steps a case has hundreds of fields; so many cases stay well below what an answer may hold. */
const PAGE_SIZE = 50;

const request = defineAnswer(Request);
const requestList = defineAnswer(RequestList);
const responses = defineAnswer(Responses);

/** Reading costs nothing and may be done again. */
const FREE_GET = { method: 'GET', isRepeatable: true, costCents: 0 } as const;

const searchOf = ({ kind, value }: Doc): Record<string, string> => ({
  search_type: kind.toLowerCase(),
  search_key: value,
  response_type: RESPONSE_TYPE,
});

type Beginning = { costCents: number; callbackUrl: string | null; nowMs: number };

export function toBegin(doc: Doc, { costCents, callbackUrl, nowMs }: Beginning): Question<never> {
  const begun = request<never>({
    isAbout: (body) => isAboutSearch(body, doc),
    read: (body) => readBegun(body, nowMs),
  });
  return {
    route: '/requests',
    method: 'POST',
    path: '/requests',
    body: { search: searchOf(doc), ...(callbackUrl === null ? {} : { callback_url: callbackUrl }) },
    isRepeatable: false,
    isPaid: true,
    costCents,
    answers: { 200: begun, 201: begun, 202: begun },
  };
}

export function toFind(doc: Doc, since: IsoTime): Question<never> {
  const sinceMs = Date.parse(since);
  const query = new URLSearchParams({
    ...searchOf(doc),
    page: '1',
    page_size: '100',
    created_at_gte: new Date(sinceMs - SKEW_MS).toISOString(),
  });
  return {
    ...FREE_GET,
    route: '/requests?search_key',
    path: `/requests?${query.toString()}`,
    answers: { 200: requestList({ isAbout: null, read: (body) => readFound(body, doc, sinceMs) }) },
  };
}

export function toCheck(ticket: Ticket, doc: Doc, nowMs: number): Question<null> {
  return {
    ...FREE_GET,
    route: '/requests/{request_id}',
    path: `/requests/${encodeURIComponent(ticket.ref)}`,
    answers: {
      200: request({
        isAbout: (body) => body.request_id === ticket.ref && isAboutSearch(body, doc),
        read: (body) => readStatus(body, ticket, nowMs),
      }),
    },
  };
}

export function toRead({ ref }: Ticket, doc: Doc, page: number): Question<LawsuitPage> {
  const query = new URLSearchParams({ request_id: ref, page: String(page), page_size: String(PAGE_SIZE) });
  return {
    ...FREE_GET,
    route: '/responses?request_id',
    path: `/responses?${query.toString()}`,
    answers: {
      200: responses({
        isAbout: (body) => isAboutDocument(body, { ref, page }, doc),
        read: (body) => readResponses(body, page, doc),
      }),
    },
  };
}
