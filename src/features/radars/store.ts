// Radars as they are added and changed. Statements go over sets where a batch of creates writes.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Drawn ahead: what is charged names the radar before it is made. One that turns out to be there already leaves a gap. */
export async function drawRadarIds(tx: Transaction, count: number): Promise<string[]> {
  const rows = await tx.prepared<{ id: string }>(
    'draw_radar_ids',
    `select nextval('farol.radars_id_seq')::text as id from generate_series(1, $1::integer)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

export type RadarKey = { readonly organizationId: number; readonly document: string };

/**
 * Two that add the same document wait for each other here, until the commit of the first. The numbers are taken in order,
 * so that two batches never wait in a circle.
 */
const LOCK_SQL = `
  select pg_advisory_xact_lock(ordered.number) from (
    select distinct hashtextextended('radar ' || w.organization_id || ' ' || w.document, 0) as number
    from unnest($1::bigint[], $2::text[]) as w (organization_id, document)
    order by number
  ) ordered`;

/** A statement of its own, behind the locks, so that it sees what whoever held them has committed. */
const FIND_SQL = `
  select w.place::integer as place from unnest($1::bigint[], $2::text[]) with ordinality
    as w (organization_id, document, place)
  join radars r on r.document = w.document and r.organization_id = w.organization_id and r.removed_at is null`;

/** Rows that somebody holds for long, as an import may, are left out rather than waited for by a whole batch. */
const HOLD_SQL = `
  select w.place::integer as place from unnest($1::bigint[], $2::text[]) with ordinality
    as w (organization_id, document, place)
  join radars r on r.document = w.document and r.organization_id = w.organization_id and r.removed_at is null
  for no key update of r skip locked`;

export type KnownRadars = {
  /** Positions, from 0 on, of documents that have a radar; and of those whose radar is ours to change. */
  readonly known: ReadonlySet<number>;
  readonly held: ReadonlySet<number>;
};

export async function holdKnownRadars(tx: Transaction, keys: readonly RadarKey[]): Promise<KnownRadars> {
  const values = [
    numberArray(keys.map(({ organizationId }) => organizationId)),
    textArray(keys.map(({ document }) => document)),
  ];
  const [, held, known] = await Promise.all([
    tx.prepared('lock_radars', LOCK_SQL, values),
    tx.prepared<{ place: number }>('hold_radars', HOLD_SQL, values),
    tx.prepared<{ place: number }>('find_radars', FIND_SQL, values),
  ]);
  const places = (rows: readonly { place: number }[]): Set<number> =>
    new Set(rows.map(({ place }) => place - 1));
  return { known: places(known), held: places(held) };
}

export type NewRadar = RadarKey & {
  readonly id: string;
  readonly documentId: string;
  readonly root: string;
  readonly name: string;
  readonly type: string;
  readonly planId: number;
  readonly createdAt: string;
};

const ADD_SQL = `
  insert into radars (organization_id, id, document_id, root, document, name, type, plan_id, created_at, resumed_at)
  overriding system value
  select w.organization_id, w.id, w.document_id, w.root, w.document, w.name, w.type, w.plan_id, w.created_at, w.created_at
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
    $9::timestamptz[]) as w (organization_id, id, document_id, root, document, name, type, plan_id, created_at)`;

export function addRadars(tx: Transaction, radars: readonly NewRadar[]): void {
  tx.send('add_radars', ADD_SQL, [
    numberArray(radars.map(({ organizationId }) => organizationId)),
    textArray(radars.map(({ id }) => id)),
    textArray(radars.map(({ documentId }) => documentId)),
    textArray(radars.map(({ root }) => root)),
    textArray(radars.map(({ document }) => document)),
    textArray(radars.map(({ name }) => name)),
    textArray(radars.map(({ type }) => type)),
    numberArray(radars.map(({ planId }) => planId)),
    textArray(radars.map(({ createdAt }) => createdAt)),
  ]);
}

const RENAME_SQL = `
  update radars r set name = w.name
  from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as w (organization_id, document, name, place)
  where r.document = w.document and r.organization_id = w.organization_id and r.removed_at is null
  returning w.place::integer as place, r.id::text`;

/** Ids in the order given. */
export async function renameRadars(
  tx: Transaction,
  renamed: readonly (RadarKey & { readonly name: string })[],
): Promise<string[]> {
  const rows = await tx.prepared<{ place: number; id: string }>('rename_radars', RENAME_SQL, [
    numberArray(renamed.map(({ organizationId }) => organizationId)),
    textArray(renamed.map(({ document }) => document)),
    textArray(renamed.map(({ name }) => name)),
  ]);
  return rows.toSorted((one, other) => one.place - other.place).map(({ id }) => id);
}
