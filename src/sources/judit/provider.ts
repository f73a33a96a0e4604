// Lawsuits by document through Judit: a paid POST begins a search, its status is polled, its responses are read page by page.
import type { LawsuitPage, LawsuitSource } from '../../features/cases/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Doc, IsoTime, Outcome, Ticket } from '../../platform/outbound/outcome.ts';
import { defineAnswer } from '../../platform/outbound/shapes.ts';
import type { SourceClient } from '../../platform/outbound/source-client.ts';
import {
  isAboutDocument,
  isAboutSearch,
  readBegun,
  readFound,
  readResponses,
  readStatus,
  RESPONSE_TYPE,
} from './readings.ts';
import { Request, RequestList, Responses } from './schemas.ts';

export type JuditOptions = {
  client: SourceClient;
  clock: Clock;
  costCents: number;
  /** Where Judit tells that a search has ended; null where it cannot reach us. */
  callbackUrl: string | null;
};

type Signal = { signal?: AbortSignal };

/** With its steps a case has hundreds of fields; so many cases stay well below what an answer may hold. */
const PAGE_SIZE = 50;

const request = defineAnswer(Request);
const requestList = defineAnswer(RequestList);
const responses = defineAnswer(Responses);

const searchOf = ({ kind, value }: Doc): Record<string, string> => ({
  search_type: kind.toLowerCase(),
  search_key: value,
  response_type: RESPONSE_TYPE,
});

export function createJuditLawsuits({ client, clock, costCents, callbackUrl }: JuditOptions): LawsuitSource {
  const begin = (doc: Doc, signal: Signal): Promise<Outcome<never>> => {
    const begun = request<never>({
      isAbout: (body) => isAboutSearch(body, doc),
      read: (body) => readBegun(body, clock.nowMs()),
    });
    return client.ask<never>({
      route: '/requests',
      method: 'POST',
      path: '/requests',
      body: { search: searchOf(doc), ...(callbackUrl === null ? {} : { callback_url: callbackUrl }) },
      isRepeatable: false,
      costCents,
      answers: { 200: begun, 201: begun, 202: begun },
      ...signal,
    });
  };
  const find = (doc: Doc, since: IsoTime, signal: Signal): Promise<Outcome<never>> => {
    const query = new URLSearchParams({
      ...searchOf(doc),
      page: '1',
      page_size: '100',
      created_at_gte: new Date(Date.parse(since) - 120_000).toISOString(),
    });
    return client.ask<never>({
      route: '/requests?search_key',
      method: 'GET',
      path: `/requests?${query.toString()}`,
      isRepeatable: true,
      costCents: 0,
      answers: {
        200: requestList({ isAbout: null, read: (body) => readFound(body, doc, Date.parse(since)) }),
      },
      ...signal,
    });
  };
  const check = (ticket: Ticket, doc: Doc, signal: Signal): Promise<Outcome<null>> =>
    client.ask<null>({
      route: '/requests/{request_id}',
      method: 'GET',
      path: `/requests/${encodeURIComponent(ticket.ref)}`,
      isRepeatable: true,
      costCents: 0,
      answers: {
        200: request({
          isAbout: (body) => body.request_id === ticket.ref && isAboutSearch(body, doc),
          read: (body) => readStatus(body, ticket, clock.nowMs()),
        }),
      },
      ...signal,
    });
  const read = (ticket: Ticket, doc: Doc, page: number, signal: Signal): Promise<Outcome<LawsuitPage>> => {
    const query = new URLSearchParams({
      request_id: ticket.ref,
      page: String(page),
      page_size: String(PAGE_SIZE),
    });
    return client.ask<LawsuitPage>({
      route: '/responses?request_id',
      method: 'GET',
      path: `/responses?${query.toString()}`,
      isRepeatable: true,
      costCents: 0,
      answers: {
        200: responses({
          isAbout: (body) => isAboutDocument(body, { ref: ticket.ref, page }, doc),
          read: (body) => readResponses(body, page, doc),
        }),
      },
      ...signal,
    });
  };

  return {
    name: client.name,
    start: async ({ doc, askedSince, signal }) => {
      const heard = signal === undefined ? {} : { signal };
      const known = askedSince === null ? null : await find(doc, askedSince, heard);
      // Whether one was begun must be known before another is paid for.
      if (known !== null && known.kind !== 'empty') return known;
      const startedAt = clock.now().toISOString();
      const begun = await begin(doc, heard);
      if (begun.kind !== 'failed' || !begun.fault.maybeBilled) return begun;
      const found = await find(doc, startedAt, heard);
      return found.kind === 'pending' ? found : begun;
    },
    collect: async ({ ticket, doc, cursor, signal }) => {
      const heard = signal === undefined ? {} : { signal };
      if (cursor !== null) return read(ticket, doc, Number(cursor), heard);
      const state = await check(ticket, doc, heard);
      return state.kind === 'ready' ? read(ticket, doc, 1, heard) : state;
    },
  };
}
