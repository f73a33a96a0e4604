// Reading radars: the list, the export, one of them. Every reading of documents is put on record.
import { Readable } from 'node:stream';
import type { AuditAction } from '../../audit-actions.ts';
import { FarolError } from '../../errors.ts';
import { hashDocument } from '../../platform/crypto/document-hash.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { csvLine } from '../../platform/csv-text.ts';
import type { Database } from '../../platform/db/database.ts';
import { recordAudit } from '../../platform/effects/record.ts';
import type { Entry } from '../../platform/http/caller.ts';
import { EXPORTED, exportedLine, jsonLine, linkText, maskedLinkText } from './list-text.ts';
import { findRadar, pageStatement, toPage } from './queries.ts';
import type { ListedRadar, PageRow, RadarPage } from './queries.ts';
import { cursorToPlace, placeToCursor } from './rules.ts';
import type { Order, Place } from './rules.ts';

/** A page of a list that is streamed: some 500 KB, so that neither side holds much, and 2 ms of this process's time. */
const STREAM_PAGE = 2000;

type Asked = { entry: Entry; actor: string };
type Listed = Asked & { order: Order; after: string | null; isMasked: boolean };
export type ExportFormat = 'csv' | 'ndjson';
/** How radars stand in a text, and what stands around them. */
type Form = {
  readonly start: string;
  readonly textOf: (radar: ListedRadar) => string;
  readonly between: string;
  readonly end: string;
};

export type RadarLists = {
  /** The whole list, or what is left of it. */
  stream(asked: Listed): Promise<string | Readable>;
  page(asked: Listed & { limit: number }): Promise<{ body: string; next: string | null }>;
  export(asked: Asked & { format: ExportFormat }): Promise<string | Readable>;
  /** JSON text. */
  get(asked: Asked & { radarId: number }): Promise<string>;
};

const LIST = { start: '[', between: ',', end: ']' } as const;
const LINKS: Form = { ...LIST, textOf: linkText };
const MASKED_LINKS: Form = { ...LIST, textOf: maskedLinkText };
const EXPORTS: Readonly<Record<ExportFormat, Form>> = {
  csv: { start: csvLine(EXPORTED), textOf: exportedLine, between: '', end: '' },
  ndjson: { start: '', textOf: jsonLine, between: '', end: '' },
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

type Reading = Asked & { order: Order; form: Form; action: AuditAction };

function textOf({ radars }: RadarPage, { textOf: toText, between }: Form): string {
  return radars.map(toText).join(between);
}

function createPages(database: Database) {
  const read = async ({ entry, order }: Reading, after: Place): Promise<RadarPage> => {
    const range = { organizationId: entry.organizationId, order, after, limit: STREAM_PAGE };
    return toPage(await database.readOnce<PageRow>(entry.scope, pageStatement(range)), STREAM_PAGE);
  };
  const readFirst = (reading: Reading, after: Place | null, limit: number): Promise<RadarPage> =>
    database.transaction(reading.entry.scope, async (tx) => {
      const { entry, actor, action, order } = reading;
      const { organizationId } = entry;
      recordAudit(tx, [{ organizationId, actor, action, subject: 'radars', documentHash: null }]);
      const { name, sql, values } = pageStatement({ organizationId, order, after, limit });
      return toPage(await tx.prepared<PageRow>(name, sql, values), limit);
    });

  /** The next page is read while this one is sent. As bytes: a socket takes several times as long over a long text. */
  async function* follow(reading: Reading, first: RadarPage): AsyncGenerator<Buffer> {
    const { form } = reading;
    let [page, before] = [first, form.start];
    for (;;) {
      const following = page.next === null ? null : read(reading, page.next);
      following?.catch(() => undefined);
      // What was removed meanwhile may leave nothing behind it.
      if (page === first || page.radars.length > 0) yield Buffer.from(`${before}${textOf(page, form)}`);
      if (following === null) break;
      [page, before] = [await following, form.between];
    }
    if (form.end !== '') yield Buffer.from(form.end);
  }

  const stream = async (reading: Reading, after: Place | null): Promise<string | Readable> => {
    const first = await readFirst(reading, after, STREAM_PAGE);
    const { form } = reading;
    return first.next === null
      ? `${form.start}${textOf(first, form)}${form.end}`
      : Readable.from(follow(reading, first), { objectMode: true });
  };
  return { readFirst, stream };
}

export function createRadarLists(database: Database, keyring: Keyring): RadarLists {
  const pages = createPages(database);
  const readingOf = (asked: Listed): Reading => ({
    ...asked,
    form: asked.isMasked ? MASKED_LINKS : LINKS,
    action: 'radars.list',
  });
  return {
    stream: (asked) => pages.stream(readingOf(asked), placeOf(asked.after)),
    page: async (asked) => {
      const reading = readingOf(asked);
      const page = await pages.readFirst(reading, placeOf(asked.after), asked.limit);
      const next = page.next === null ? null : placeToCursor(page.next);
      return { body: `${LIST.start}${textOf(page, reading.form)}${LIST.end}`, next };
    },
    export: (asked) => {
      const form = EXPORTS[asked.format];
      return pages.stream({ ...asked, order: 'ASC', form, action: 'radars.export' }, null);
    },
    get: ({ entry, actor, radarId }) =>
      database
        .transaction(entry.scope, async (tx) => {
          const { organizationId } = entry;
          const found = await findRadar(tx, organizationId, radarId);
          const documentHash = found === null ? null : hashDocument(keyring, found.document);
          const action = found === null ? 'radar.read.none' : 'radar.read';
          recordAudit(tx, [{ organizationId, actor, action, subject: `radar ${radarId}`, documentHash }]);
          return found;
        })
        .then(requireRadar),
  };
}

function requireRadar(radar: ListedRadar | null): string {
  if (radar === null) {
    throw new FarolError('NOT_FOUND', { message: 'Radar not found' });
  }
  return linkText(radar);
}
