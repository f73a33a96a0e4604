// Lists of radars. The database builds the text of a page and hands over one value: ten thousand rows as rows would cost
// several times as much. Pages follow each other by the key, so no connection is held while a slow client reads.
import type { Transaction } from '../../platform/db/database.ts';
import type { Order, Place } from './rules.ts';

/** By way of doubles, rounded to the microseconds that the column has: `extract` counts in decimals, at twice the price. */
const CREATED_MS = `floor(round(date_part('epoch', c.created_at) * 1000000) / 1000)::bigint`;
/** Faster than `to_char`. */
const PRIMED_AT = `replace(date_trunc('second', r.primed_at at time zone 'America/Sao_Paulo')::text, ' ', 'T')`;
const CREATED_AT = `to_char(r.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const IS_ACTIVE = `case when r.paused_at is null then 'true' else 'false' end`;

/** Key order and spellings are those of `RadarLink` in schemas.ts; a test holds one against the other. */
const linkJson = (
  code: string,
): string => `'{"id":' || r.id || ',"radar":{"id":' || r.id || ',"code":"' || ${code} || '","name":'
  || to_json(r.name)::text || ',"type":"' || r.type || '","createdAt":' || r.created_ms || ',"active":' || ${IS_ACTIVE}
  || ',"preProcessedAt":' || coalesce('"' || ${PRIMED_AT} || '"', 'null') || ',"typeCustomer":"'
  || case r.type when 'CPF' then 'INDIVIDUAL' else 'COMPANY' end || '"},"createdAt":' || r.created_ms || '}'`;
const LINK_JSON = linkJson('r.document');
/** As `maskDocument` masks. */
const MASKED_JSON = linkJson(
  `case r.type when 'CPF' then '***' || substr(r.document, 4, 6) || '**'
     else left(r.document, 8) || '****' || right(r.document, 2) end`,
);

const FLAT_JSON = `'{"id":' || r.id || ',"code":"' || r.document || '","name":' || to_json(r.name)::text || ',"type":"'
  || r.type || '","active":' || ${IS_ACTIVE} || ',"createdAt":"' || ${CREATED_AT} || '","preProcessedAt":'
  || coalesce('"' || ${PRIMED_AT} || '"', 'null') || '}'`;

/** A cell that begins like this is a formula to a spreadsheet, and the name is whatever somebody typed. */
const SAFE_NAME = `case when r.name ~ '^[=+@-]' then '''' || r.name else r.name end`;
const CSV_LINE = `r.id || ',' || r.document || ',"' || replace(${SAFE_NAME}, '"', '""') || '",' || r.type || ','
  || ${IS_ACTIVE} || ',' || ${CREATED_AT} || ',' || coalesce(${PRIMED_AT}, '')`;

const COLUMNS = `c.id, c.document, c.name, c.type, c.created_at, ${CREATED_MS} as created_ms, c.primed_at, c.paused_at`;
const PLACE = `(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)`;

/** One row more than the page tells whether there is another page. */
const ROWS_ASC = `(
    select f.*, row_number() over (order by f.created_at, f.id) as place from (
      select ${COLUMNS} from radars c
      where c.organization_id = $1 and c.removed_at is null and (c.created_at, c.id) > ${PLACE}
      order by c.created_at, c.id limit $4::integer + 1
    ) f
  ) r`;
const ROWS_DESC = `(
    select f.*, row_number() over (order by f.created_at desc, f.id desc) as place from (
      select ${COLUMNS} from radars c
      where c.organization_id = $1 and c.removed_at is null and (c.created_at, c.id) < ${PLACE}
      order by c.created_at desc, c.id desc limit $4::integer + 1
    ) f
  ) r`;
const END = `count(*) > $4::integer as has_more,
  (max(extract(epoch from r.created_at) * 1000000) filter (where r.place = $4::integer))::bigint::text as at_micros,
  (max(r.id) filter (where r.place = $4::integer))::text as id`;

const STATEMENTS = {
  'links ASC': `select string_agg(${LINK_JSON}, ',') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_ASC}`,
  'links DESC': `select string_agg(${LINK_JSON}, ',') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_DESC}`,
  'masked ASC': `select string_agg(${MASKED_JSON}, ',') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_ASC}`,
  'masked DESC': `select string_agg(${MASKED_JSON}, ',') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_DESC}`,
  ndjson: `select string_agg(${FLAT_JSON}, E'\\n') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_ASC}`,
  csv: `select string_agg(${CSV_LINE}, E'\\r\\n') filter (where r.place <= $4::integer) as text, ${END} from ${ROWS_ASC}`,
} as const;

export type PageKind = keyof typeof STATEMENTS;
export type PageText = {
  /** Empty when there is nothing. */
  readonly text: string;
  /** Where the next page begins; null at the end. */
  readonly next: Place | null;
};

/** Before the first of all, and behind the last. */
const STARTS: Readonly<Record<Order, Place>> = {
  ASC: { atMicros: '0', id: '0' },
  DESC: { atMicros: '9999999999999999', id: '9999999999999999' },
};

type PageRow = { text: string | null; has_more: boolean; at_micros: string | null; id: string | null };

export async function readPage(
  tx: Transaction,
  kind: PageKind,
  range: { organizationId: number; after: Place | null; limit: number },
): Promise<PageText> {
  const { organizationId, after, limit } = range;
  const { atMicros, id } = after ?? STARTS[kind.endsWith('DESC') ? 'DESC' : 'ASC'];
  const values = [organizationId, atMicros, id, limit];
  const [row] = await tx.prepared<PageRow>(`radar_page_${kind}`, STATEMENTS[kind], values);
  const isMore = row?.has_more === true && row.at_micros !== null && row.id !== null;
  return {
    text: row?.text ?? '',
    next: isMore ? { atMicros: row.at_micros ?? '', id: row.id ?? '' } : null,
  };
}

/** JSON text of one radar, with the document that the reading is put on record by. */
export async function findLink(
  tx: Transaction,
  organizationId: number,
  radarId: number,
): Promise<{ json: string; document: string } | null> {
  const [row] = await tx.prepared<{ json: string; document: string }>(
    'radar_link',
    `select ${LINK_JSON} as json, r.document from (
       select ${COLUMNS} from radars c where c.organization_id = $1 and c.id = $2 and c.removed_at is null
     ) r`,
    [organizationId, radarId],
  );
  return row ?? null;
}
