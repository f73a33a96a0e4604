// The events of organizations after a point, each built as its own JSON text by the database.
import { coalesceReads } from '../../platform/db/coalesced-reads.ts';
import type { CoalescedReads } from '../../platform/db/coalesced-reads.ts';
import type { Database } from '../../platform/db/database.ts';
import { joinScopes } from '../../platform/db/scope.ts';
import type { Scope } from '../../platform/db/scope.ts';

/** Key order and spellings are those of `Event` in schemas.ts; a test holds one against the other. */
const EVENTS_SQL = `
  select k.place::text as place, e.number::text as number, e.type, json_build_object(
    'id', e.number,
    'type', e.type,
    'organizationId', e.organization_id,
    'createdAt', to_char(e.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'data', e.data
  )::text as json
  from unnest($1::bigint[], $2::bigint[], $3::integer[]) with ordinality as k (organization_id, after, count, place)
  cross join lateral (
    select f.number, f.type, f.organization_id, f.created_at, f.data from events f
    where f.organization_id = k.organization_id and f.number > k.after
    order by f.number limit k.count
  ) e
  order by k.place, e.number`;

export type EventPoint = { organizationId: number; scope: Scope; after: number; limit: number };
export type EventText = { id: number; type: string; json: string };
export type EventReads = CoalescedReads<EventPoint, readonly EventText[]>;

/** A page has up to 1,000 events, so few of them travel together. */
const MAX_PAGES = 16;

const NEWEST_SQL = `
  select coalesce(max(e.number), 0)::text as number from events e where e.organization_id = $1`;

/** 0 when nothing has happened yet. */
export async function findNewest(
  database: Database,
  { organizationId, scope }: Pick<EventPoint, 'organizationId' | 'scope'>,
): Promise<number> {
  const [row] = await database.readOnce<{ number: string }>(scope, {
    name: 'newest_event',
    sql: NEWEST_SQL,
    values: [organizationId],
  });
  return Number(row?.number ?? 0);
}

type EventRow = { place: string; number: string; type: string; json: string };

export function createEventReads(database: Database): EventReads {
  return coalesceReads<EventPoint, readonly EventText[]>({
    maxBatch: MAX_PAGES,
    readBatch: async (points) => {
      const rows = await database.readOnce<EventRow>(joinScopes(points.map(({ scope }) => scope)), {
        name: 'events_after',
        sql: EVENTS_SQL,
        values: [
          points.map(({ organizationId }) => organizationId),
          points.map(({ after }) => after),
          points.map(({ limit }) => limit),
        ],
      });
      const pages = points.map((): EventText[] => []);
      for (const { place, number, type, json } of rows) {
        pages[Number(place) - 1]?.push({ id: Number(number), type, json });
      }
      return pages;
    },
  });
}
