import { maskCpfInName } from '../../documents/name-key.ts';
// Partners and holdings of many at once, each with how many there are in truth: a cooperative has thousands.
import type { Transaction } from '../../platform/db/database.ts';
import { partnerKindOf, situationOf } from './rules.ts';
import type { PartnerKind, Situation } from './rules.ts';

/** Who is asked for: a company by its root, or a person by masked CPF and name. */
export type TieOwner = { readonly documentRoot: string; readonly nameKey: string | null };

export type PartnerTie = {
  /** Of the company. */
  readonly root: string;
  readonly kind: PartnerKind;
  readonly name: string;
  readonly nameKey: string;
  /** A masked CPF or a whole CNPJ; null for foreigners. */
  readonly document: string | null;
  readonly qualification: string;
  readonly since: string | null;
  /** Of all partners of the company. */
  readonly total: number;
};

export type HoldingTie = {
  /** The place of the owner in what was asked. */
  readonly owner: number;
  readonly root: string;
  readonly name: string;
  readonly situation: Situation;
  readonly qualification: string;
  readonly since: string | null;
  readonly total: number;
};

type PartnerRow = {
  root: string;
  kind: string;
  name: string | null;
  name_key: string | null;
  document: string | null;
  qualification: string | null;
  since: string | null;
  total: string;
};

const PARTNERS_SQL = `
  select a.root, p.kind, p.name, p.name_key, p.document, coalesce(q.name, p.qualification) as qualification,
    p.since::text, t.total
  from unnest($1::text[]) as a (root)
  cross join lateral (select count(*) as total from registry.partners c where c.root = a.root) t
  cross join lateral (
    select l.* from registry.partners l where l.root = a.root order by l.name, l.document limit $2
  ) p
  left join registry.company_codes q on q.kind = 'qualification' and q.code = p.qualification`;

export async function listPartnerTies(
  tx: Transaction,
  roots: readonly string[],
  limit: number,
): Promise<PartnerTie[]> {
  if (roots.length === 0) return [];
  const rows = await tx.prepared<PartnerRow>('partner_ties', PARTNERS_SQL, [roots, limit]);
  return rows.map((row) => ({
    root: row.root,
    kind: partnerKindOf(row.kind),
    name: maskCpfInName(row.name ?? ''),
    nameKey: row.name_key ?? '',
    document: row.document,
    qualification: row.qualification ?? '',
    since: row.since,
    total: Number(row.total),
  }));
}

type HoldingRow = {
  owner: string;
  root: string;
  name: string | null;
  situation: string | null;
  qualification: string | null;
  since: string | null;
  total: string;
};

const HOLDINGS_SQL = `
  select a.owner, p.root, c.name, e.situation, coalesce(q.name, p.qualification) as qualification, p.since::text, t.total
  from unnest($1::text[], $2::text[]) with ordinality as a (document_root, name_key, owner)
  cross join lateral (
    select count(*) as total from registry.partners k
    where k.document_root = a.document_root and (a.name_key is null or k.name_key = a.name_key)
  ) t
  cross join lateral (
    select l.* from registry.partners l
    where l.document_root = a.document_root and (a.name_key is null or l.name_key = a.name_key)
    order by l.root, l.qualification limit $3
  ) p
  left join registry.companies c on c.root = p.root
  left join lateral (
    select h.situation from registry.establishments h
    where h.document >= p.root and h.document < p.root || '[' order by h.is_head desc, h.document limit 1
  ) e on true
  left join registry.company_codes q on q.kind = 'qualification' and q.code = p.qualification`;

export async function listHoldingTies(
  tx: Transaction,
  owners: readonly TieOwner[],
  limit: number,
): Promise<HoldingTie[]> {
  if (owners.length === 0) return [];
  const roots = owners.map(({ documentRoot }) => documentRoot);
  const keys = owners.map(({ nameKey }) => nameKey);
  const rows = await tx.prepared<HoldingRow>('holding_ties', HOLDINGS_SQL, [roots, keys, limit]);
  return rows.map((row) => ({
    owner: Number(row.owner) - 1,
    root: row.root,
    name: maskCpfInName(row.name ?? ''),
    situation: situationOf(row.situation),
    qualification: row.qualification ?? '',
    since: row.since,
    total: Number(row.total),
  }));
}
