// Partners that came and went and situations that changed with a new edition of the tax registry, for those who watch: told
// before the swap, while the served tables are the old edition and the staged ones the new.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import { partnerKindOf, situationOf } from './rules.ts';
import type { PartnerKind, Situation } from './rules.ts';

type Tx = Pick<ImportTransaction, 'query'>;

export type PartnerChange = {
  root: string;
  isIn: boolean;
  kind: PartnerKind;
  /** What the registry shows of the partner: a masked CPF or a CNPJ, and the normalised name. For telling apart only. */
  document: string | null;
  nameKey: string | null;
  /** A code of the registry. */
  qualification: string | null;
  since: string | null;
};

export type SituationChange = {
  root: string;
  /** Of all establishments of the root; those told are the first few, the head office before the others. */
  count: number;
  establishments: {
    /** The four characters after the root. */
    branch: string;
    isHead: boolean;
    from: Situation;
    to: Situation;
    on: string | null;
  }[];
};

const PAGE = 1000;
const LISTED = 20;

/** A company that one of the editions does not know has no change of partners to tell. */
const OPEN_PARTNERS = `
  create temp table partner_changes on commit drop as
  with roots as materialized (
    select distinct c.root from pg_temp.import_changes c
    join registry.companies o on o.root = c.root join registry_stage.companies n on n.root = c.root
    where c.kind = 'partners'
  ), old as (
    select p.root, p.document, p.name_key, min(p.kind) as kind, min(p.qualification) as qualification,
      min(p.since) as since
    from roots join registry.partners p on p.root = roots.root group by p.root, p.document, p.name_key
  ), new as (
    select p.root, p.document, p.name_key, min(p.kind) as kind, min(p.qualification) as qualification,
      min(p.since) as since
    from roots join registry_stage.partners p on p.root = roots.root group by p.root, p.document, p.name_key
  ), different as (
    select n.*, true as is_in from new n where not exists (
      select from old o where (o.root, coalesce(o.document, ''), coalesce(o.name_key, ''))
        = (n.root, coalesce(n.document, ''), coalesce(n.name_key, ''))
    )
    union all
    select o.*, false from old o where not exists (
      select from new n where (n.root, coalesce(n.document, ''), coalesce(n.name_key, ''))
        = (o.root, coalesce(o.document, ''), coalesce(o.name_key, ''))
    )
  )
  select row_number() over (order by d.root, d.is_in, d.document, d.name_key) as place, d.* from different d`;

const PARTNERS = `
  select c.place, c.root, c.is_in as "isIn", c.kind, c.document, c.name_key as "nameKey", c.qualification,
    c.since::text as since
  from partner_changes c where c.place > $1 order by c.place limit $2`;

export async function* pagePartnerChanges(tx: Tx): AsyncGenerator<PartnerChange[]> {
  await tx.query(OPEN_PARTNERS);
  await tx.query('create unique index on partner_changes (place)');
  for (let after = '0'; ;) {
    const rows = await tx.query<Omit<PartnerChange, 'kind'> & { kind: string; place: string }>(PARTNERS, [
      after,
      PAGE,
    ]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield rows.map(({ place: _place, kind, ...partner }) =>
      Object.assign(partner, { kind: partnerKindOf(kind) }),
    );
  }
}

// '[' follows 'Z', so the range is all establishments of the root and nothing else.
const SITUATIONS = `
  select k.root, e.count, e.establishments
  from (
    select distinct c.root from pg_temp.import_changes c where c.kind = 'establishments' and c.root > $1
  ) k
  cross join lateral (
    select count(*) as count, jsonb_agg(jsonb_build_object('branch', substr(d.document, 9, 4), 'isHead', d.is_head,
      'from', d.old, 'to', d.new, 'on', d.situation_on) order by d.nth) filter (where d.nth <= $3) as establishments
    from (
      select n.document, n.is_head, o.situation as old, n.situation as new, n.situation_on,
        row_number() over (order by n.is_head desc, n.document) as nth
      from registry.establishments o
      join registry_stage.establishments n on n.document = o.document
      where o.document >= k.root and o.document < k.root || '[' and n.situation <> o.situation
    ) d
  ) e
  order by k.root limit $2`;

type SituationRow = {
  root: string;
  count: string;
  establishments: (Omit<SituationChange['establishments'][number], 'from' | 'to'> & {
    from: string;
    to: string;
  })[];
};

export async function* pageSituationChanges(tx: Tx): AsyncGenerator<SituationChange[]> {
  for (let after = ''; ;) {
    const rows = await tx.query<SituationRow>(SITUATIONS, [after, PAGE, LISTED]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.root;
    const changed = rows.filter(({ count }) => Number(count) > 0);
    yield changed.map(({ root, count, establishments }) => ({
      root,
      count: Number(count),
      establishments: establishments.map((each) => ({
        ...each,
        from: situationOf(each.from),
        to: situationOf(each.to),
      })),
    }));
  }
}
