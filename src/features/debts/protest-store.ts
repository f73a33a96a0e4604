// Staged protests into the served table, in one transaction. The newest line of a key counts, and the later of two equally
// new ones; what is older than the served row is left out; what is the same is not written.
import type { ChangeCounts, ImportRun, ImportTransaction } from '../../platform/imports/definition.ts';
import { noteProtestChanges, openProtestChanges } from './protest-change-queries.ts';

type Tx = Pick<ImportTransaction, 'query'>;

export const PROTEST_STAGE = 'protests__rows';

/** What a protest says, whoever brings it. */
export const PROTEST_CONTENT = [
  'document',
  'office',
  'city',
  'state',
  'protested_on',
  'due_on',
  'value',
  'kind',
  'presenter',
  'creditor',
  'is_live',
  'rest',
] as const;

const CONTENT = [...PROTEST_CONTENT, 'updated_at'] as const;

export const PROTEST_COLUMNS = {
  names: ['arrival', 'root', 'protest_key', ...CONTENT],
  shape: `arrival bigint not null, root text collate "C" not null, protest_key text not null,
    document text collate "C" not null, office text, city text, state text, protested_on date, due_on date,
    value numeric(17, 2), kind text, presenter text, creditor text, is_live boolean not null, rest jsonb,
    updated_at timestamptz not null`,
};

const COLUMNS = ['root', 'protest_key', ...CONTENT].join(', ');
const ASSIGNMENTS = CONTENT.map((name) => `${name} = n.${name}`).join(', ');
const NEW_CONTENT = CONTENT.map((name) => `n.${name}`).join(', ');
const SERVED_CONTENT = CONTENT.map((name) => `p.${name}`).join(', ');

export async function analyzeProtests(tx: Tx): Promise<void> {
  await tx.query('analyze registry_stage.protests__rows (protest_key, root)');
}

async function countOf(tx: Tx, statement: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ count: string }>(statement, values);
  return Number(row?.count ?? 0);
}

/** A key that is served under another document has moved: the old row goes when the new one comes. */
async function chooseRows(tx: Tx, source: string): Promise<void> {
  await tx.query(
    `create temp table protest_new on commit drop as
     select distinct on (s.protest_key) s.* from registry_stage.protests__rows s
     order by s.protest_key, s.updated_at desc, s.arrival desc`,
  );
  await tx.query('analyze protest_new (protest_key, root)');
  await tx.query(
    `create temp table protest_held (root text collate "C" not null, protest_key text not null, updated_at timestamptz)
     on commit drop`,
  );
  await tx.query(
    `insert into protest_held (root, protest_key, updated_at)
     select p.root, p.protest_key, p.updated_at from registry.protests p
     where p.source = $1 and p.protest_key in (select n.protest_key from protest_new n)`,
    [source],
  );
  await tx.query('analyze protest_held');
  await tx.query(
    `delete from protest_new n using protest_held h where h.protest_key = n.protest_key and h.updated_at > n.updated_at`,
  );
}

const REMOVE_MOVED = `
  with removed as (
    delete from registry.protests p using protest_held h, protest_new n
    where p.source = $1 and (p.root, p.protest_key) = (h.root, h.protest_key)
      and n.protest_key = h.protest_key and n.root <> h.root
    returning 1
  ) select count(*) as count from removed`;

const CHANGE_SERVED = `
  with changed as (
    update registry.protests p set ${ASSIGNMENTS}, fetched_at = $2, import_id = $3
    from protest_new n
    where p.source = $1 and (p.root, p.protest_key) = (n.root, n.protest_key)
      and (${NEW_CONTENT}) is distinct from (${SERVED_CONTENT})
    returning p.root, p.protest_key, new.is_live and not old.is_live as is_news
  ), noted as (
    insert into protest_changes (root, source, protest_key)
    select c.root, $1, c.protest_key from changed c
    where c.is_news and c.root in (select w.root from pg_temp.watched_roots w)
  ) select count(*) as count from changed`;

const ADD_OTHERS = `
  with added as (
    insert into registry.protests (source, fetched_at, import_id, ${COLUMNS})
    select $1, $2, $3, ${COLUMNS} from protest_new n
    where not exists (select from protest_held h where (h.root, h.protest_key) = (n.root, n.protest_key))
    order by n.root, n.protest_key
    returning root, protest_key, is_live
  ), noted as (
    insert into protest_changes (root, source, protest_key)
    select a.root, $1, a.protest_key from added a
    where a.is_live and a.root in (select w.root from pg_temp.watched_roots w)
  ) select count(*) as count from added`;

export async function mergeStagedProtests(tx: Tx, run: ImportRun): Promise<ChangeCounts> {
  const { source, startedAt, importId } = run;
  await openProtestChanges(tx);
  await chooseRows(tx, source);
  const removed = await countOf(tx, REMOVE_MOVED, [source]);
  const changed = await countOf(tx, CHANGE_SERVED, [source, startedAt, importId]);
  const added = await countOf(tx, ADD_OTHERS, [source, startedAt, importId]);
  await noteProtestChanges(tx);
  return { protests: { added, changed, removed } };
}
