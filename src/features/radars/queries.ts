// Lists of radars. A page comes as one packed text: ten thousand rows as rows would cost several times as much. Pages follow
// each other by the key, so no connection is held while a slow client reads.
import type { PreparedStatement, Transaction } from '../../platform/db/database.ts';
import { packedRow, unpackRows } from '../../platform/db/packed-rows.ts';
import type { Order, Place } from './rules.ts';

export type ListedRadar = {
  readonly id: string;
  readonly document: string;
  readonly name: string;
  readonly isActive: boolean;
  /** Microseconds, as the column has them. */
  readonly createdMicros: string;
  readonly primedMs: number | null;
};

/** By way of doubles, rounded to the microseconds that the column has: `extract` counts in decimals, at twice the price. */
const microsOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000000)::bigint`;

/** A name has no control characters. */
const ROW = packedRow([
  'c.id',
  'c.document',
  'c.name',
  '(c.paused_at is null)::integer',
  microsOf('c.created_at'),
  microsOf('c.primed_at'),
]);

const PLACE = `(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)`;
const COLUMNS = 'c.id, c.document, c.name, c.paused_at, c.created_at, c.primed_at';
const LISTED = 'c.organization_id = $1 and c.removed_at is null';

/** In the order in which the index hands them over. */
const STATEMENTS: Readonly<Record<Order, { readonly name: string; readonly sql: string }>> = {
  ASC: {
    name: 'radars_oldest_first',
    sql: `
      select string_agg(${ROW}, E'\\n') as lines from (
        select ${COLUMNS} from radars c where ${LISTED} and (c.created_at, c.id) > ${PLACE}
        order by c.created_at, c.id limit $4::integer
      ) c`,
  },
  DESC: {
    name: 'radars_newest_first',
    sql: `
      select string_agg(${ROW}, E'\\n') as lines from (
        select ${COLUMNS} from radars c where ${LISTED} and (c.created_at, c.id) < ${PLACE}
        order by c.created_at desc, c.id desc limit $4::integer
      ) c`,
  },
};

/** Before the first of all, and behind the last. */
const STARTS: Readonly<Record<Order, Place>> = {
  ASC: { atMicros: '0', id: '0' },
  DESC: { atMicros: '9999999999999999', id: '9999999999999999' },
};

type PageRange = {
  readonly organizationId: number;
  readonly order: Order;
  /** Null for the first page. */
  readonly after: Place | null;
  readonly limit: number;
};
export type PageRow = { lines: string | null };
export type RadarPage = {
  readonly radars: readonly ListedRadar[];
  /** Where the next page begins; null at the end. */
  readonly next: Place | null;
};

function toRadar(fields: readonly string[]): ListedRadar {
  const [id = '', document = '', name = '', active = '', createdMicros = '', primedMicros = ''] = fields;
  const primedMs = primedMicros === '' ? null : Math.floor(Number(primedMicros) / 1000);
  return { id, document, name, isActive: active === '1', createdMicros, primedMs };
}

export function toPage(rows: readonly PageRow[], limit: number): RadarPage {
  const radars = Array.from(unpackRows(rows[0]?.lines), toRadar);
  // One row more than the page tells whether there is another page.
  const hasMore = radars.length > limit;
  if (hasMore) radars.length = limit;
  const last = radars.at(-1);
  return {
    radars,
    next: hasMore && last !== undefined ? { atMicros: last.createdMicros, id: last.id } : null,
  };
}

export function pageStatement({ organizationId, order, after, limit }: PageRange): PreparedStatement {
  const { atMicros, id } = after ?? STARTS[order];
  return { ...STATEMENTS[order], values: [organizationId, atMicros, id, limit + 1] };
}

export async function findRadar(
  tx: Transaction,
  organizationId: number,
  radarId: number,
): Promise<ListedRadar | null> {
  const rows = await tx.prepared<PageRow>(
    'find_radar',
    `select ${ROW} as lines from radars c where c.organization_id = $1 and c.id = $2 and c.removed_at is null`,
    [organizationId, radarId],
  );
  return toPage(rows, 1).radars[0] ?? null;
}
