// Reading radars: the list, the export, one of them. Every reading of documents is put on record.
import { Readable } from 'node:stream';
import { FarolError } from '../../errors.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { findLink, readPage } from './queries.ts';
import type { PageKind, PageText } from './queries.ts';
import { cursorToPlace, placeToCursor } from './rules.ts';
import type { Order, Place } from './rules.ts';

/** A page of a list that is streamed: some 250 KB, so that neither side holds much. */
const STREAM_PAGE = 1000;

type Asked = { entry: Entry; actor: string };
type Listed = Asked & { order: Order; after: string | null; isMasked: boolean };
export type ExportFormat = 'csv' | 'ndjson';
type Frame = { readonly start: string; readonly between: string; readonly end: string };

export type RadarLists = {
  /** The whole list, or what is left of it. */
  stream(asked: Listed): Promise<string | Readable>;
  page(asked: Listed & { limit: number }): Promise<{ body: string; next: string | null }>;
  export(asked: Asked & { format: ExportFormat }): Promise<string | Readable>;
  /** JSON text. */
  get(asked: Asked & { radarId: number }): Promise<string>;
};

const LIST: Frame = { start: '[', between: ',', end: ']' };
const EXPORTS: Readonly<Record<ExportFormat, Frame>> = {
  csv: {
    start: 'id,code,name,type,active,createdAt,preProcessedAt\r\n',
    between: '\r\n',
    end: '\r\n',
  },
  ndjson: { start: '', between: '\n', end: '\n' },
};

export function requirePlace(cursor: string): Place {
  const place = cursorToPlace(cursor);
  if (place === null) {
    throw new FarolError('PARAMETER_INVALID', {
      details: [{ path: '/after', message: 'must be taken from a Link header' }],
    });
  }
  return place;
}

function placeOf(cursor: string | null): Place | null {
  return cursor === null ? null : requirePlace(cursor);
}

type Reading = Asked & { kind: PageKind; action: string };

function createPages(database: Database) {
  const read = ({ entry, kind }: Reading, after: Place | null, limit: number): Promise<PageText> =>
    database.transaction(entry.scope, (tx) =>
      readPage(tx, kind, { organizationId: entry.organizationId, after, limit }),
    );
  const readFirst = (reading: Reading, after: Place | null, limit: number): Promise<PageText> =>
    database.transaction(reading.entry.scope, (tx) => {
      const { entry, actor, action, kind } = reading;
      const { organizationId } = entry;
      recordAudit(tx, [{ organizationId, actor, action, subject: 'radars', documentHash: null }]);
      return readPage(tx, kind, { organizationId, after, limit });
    });

  /** The next page is read while this one is sent. */
  async function* follow(reading: Reading, first: PageText, frame: Frame): AsyncGenerator<string> {
    let [page, before] = [first, frame.start];
    for (;;) {
      const following = page.next === null ? null : read(reading, page.next, STREAM_PAGE);
      following?.catch(() => undefined);
      // What was removed meanwhile may leave nothing behind it.
      if (page === first || page.text !== '') yield `${before}${page.text}`;
      if (following === null) break;
      [page, before] = [await following, frame.between];
    }
    yield frame.end;
  }

  const stream = async (reading: Reading, frame: Frame, after: Place | null): Promise<string | Readable> => {
    const first = await readFirst(reading, after, STREAM_PAGE);
    const isNothing = first.text === '' && frame.end !== ']';
    if (isNothing) return frame.start;
    return first.next === null
      ? `${frame.start}${first.text}${frame.end}`
      : Readable.from(follow(reading, first, frame), { objectMode: true });
  };
  return { readFirst, stream };
}

export function createRadarLists(database: Database, keyring: Keyring): RadarLists {
  const pages = createPages(database);
  const readingOf = (asked: Listed): Reading => ({
    ...asked,
    kind: asked.isMasked ? `masked ${asked.order}` : `links ${asked.order}`,
    action: 'radars.list',
  });
  return {
    stream: (asked) => pages.stream(readingOf(asked), LIST, placeOf(asked.after)),
    page: async (asked) => {
      const after = placeOf(asked.after);
      const { text, next } = await pages.readFirst(readingOf(asked), after, asked.limit);
      return { body: `[${text}]`, next: next === null ? null : placeToCursor(next) };
    },
    export: (asked) => {
      const reading = { ...asked, kind: asked.format, action: 'radars.export' };
      return pages.stream(reading, EXPORTS[asked.format], null);
    },
    get: ({ entry, actor, radarId }) =>
      database
        .transaction(entry.scope, async (tx) => {
          const { organizationId } = entry;
          const found = await findLink(tx, organizationId, radarId);
          const documentHash = found === null ? null : hashDocument(keyring, found.document);
          const action = found === null ? 'radar.read.none' : 'radar.read';
          recordAudit(tx, [{ organizationId, actor, action, subject: `radar ${radarId}`, documentHash }]);
          return found?.json ?? null;
        })
        .then(requireRadar),
  };
}

function requireRadar(json: string | null): string {
  if (json === null) {
    throw new FarolError('NOT_FOUND', { message: 'Radar not found' });
  }
  return json;
}
