// What users have read of the events of an organization, a row for each of both.
import { numberArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { MOST_READ_IDS } from './mark-rules.ts';

export type Reader = { readonly organizationId: number; readonly userId: number };
/** As on the wire. */
export type Marks = { readUpTo: number; readIds: number[] };
type MarkRow = { read_up_to: string; read_ids: string[] };

const COLUMNS = 'm.read_up_to::text, m.read_ids::text[]';

const toMarks = ({ read_up_to: upTo, read_ids: ids }: MarkRow): Marks => ({
  readUpTo: Number(upTo),
  readIds: ids.map(Number),
});

export async function findMarks(tx: Transaction, { organizationId, userId }: Reader): Promise<Marks | null> {
  const [row] = await tx.prepared<MarkRow>(
    'find_event_marks',
    `select ${COLUMNS} from event_marks m where m.organization_id = $1 and m.user_id = $2`,
    [organizationId, userId],
  );
  return row === undefined ? null : toMarks(row);
}

const UP_TO = 'greatest(m.read_up_to, excluded.read_up_to)';

/** Of what has not happened yet nothing is kept: it would be read before it is there. */
const ADD_SQL = `
  with newest as (
    select coalesce(max(e.number), 0) as number from events e where e.organization_id = $1
  ), given as (
    select least($3::bigint, n.number) as up_to, n.number as newest from newest n
  )
  insert into event_marks as m (organization_id, user_id, read_up_to, read_ids)
  select $1, $2, g.up_to, array(
    select distinct i.id from unnest($4::bigint[]) as i (id)
    where i.id > g.up_to and i.id <= g.newest order by i.id desc limit ${MOST_READ_IDS}
  )
  from given g
  on conflict (organization_id, user_id) do update set read_up_to = ${UP_TO}, read_ids = array(
    select distinct i.id from unnest(m.read_ids || excluded.read_ids) as i (id)
    where i.id > ${UP_TO} order by i.id desc limit ${MOST_READ_IDS}
  )
  returning ${COLUMNS}`;

/** Only ever adds: what another window of the same user has marked meanwhile stays. */
export async function addMarks(
  tx: Transaction,
  { organizationId, userId }: Reader,
  { readUpTo, readIds }: Marks,
): Promise<Marks> {
  const values = [organizationId, userId, readUpTo, numberArray(readIds)];
  const [row] = await tx.prepared<MarkRow>('add_event_marks', ADD_SQL, values);
  if (row === undefined) {
    throw new Error('Marks were not stored');
  }
  return toMarks(row);
}
