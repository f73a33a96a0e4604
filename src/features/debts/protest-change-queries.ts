// Protests that a merge made live, for those who watch: written by the merge, read in its transaction.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { IS_SUPERSEDED } from './protest-queries.ts';

type Tx = Pick<ImportTransaction, 'query'>;

export type NewProtest = {
  root: string;
  source: string;
  key: string;
  office: string | null;
  city: string | null;
  state: string | null;
  protestedOn: string | null;
  dueOn: string | null;
  value: string | null;
  kind: string | null;
};

const PAGE = 1000;

export async function openProtestChanges(tx: Tx): Promise<void> {
  await tx.query(
    `create temp table protest_changes (
       place bigint generated always as identity primary key, root text collate "C" not null, source text not null,
       protest_key text not null
     ) on commit drop`,
  );
}

export async function noteProtestChanges(tx: Tx): Promise<void> {
  await tx.query(
    `insert into pg_temp.import_changes (root, kind) select distinct c.root, 'protests' from protest_changes c`,
  );
}

/**
 * Sources share no key, so what another one told before with the same document, state, day and value is taken for the same
 * protest; and what a dossier would leave out is not told.
 */
const CHANGES = `
  select c.place, p.root, p.source, p.protest_key as key, p.office, p.city, p.state, p.protested_on::text as "protestedOn",
    p.due_on::text as "dueOn", p.value::text as value, p.kind
  from protest_changes c
  join registry.protests p on p.root = c.root and p.source = c.source and p.protest_key = c.protest_key
  where c.place > $1 and p.is_live and not (${IS_SUPERSEDED}) and not exists (
    select from registry.protests o
    where o.root = p.root and o.source <> p.source and o.document = p.document and o.is_live
      and (o.state, o.protested_on, o.value) is not distinct from (p.state, p.protested_on, p.value)
  )
  order by c.place limit $2`;

export async function* pageProtestChanges(tx: Tx): AsyncGenerator<NewProtest[]> {
  for (let after = '0'; ;) {
    const rows = await tx.query<NewProtest & { place: string }>(CHANGES, [after, PAGE]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield rows.map(({ place: _place, ...protest }) => protest);
  }
}
