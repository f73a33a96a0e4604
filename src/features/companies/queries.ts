// Companies as the tax registry has them: the card of one, who its partners are, and of which companies somebody is one.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { maskCpf } from '../../documents/document.ts';
import { maskCpfInName, nameKey } from '../../documents/name-key.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { outcomeOf, readFreshness } from '../../platform/imports/freshness.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import { partnerKindOf, situationOf, sizeOf } from './rules.ts';
import type { CompanySize, PartnerKind, Situation } from './rules.ts';

export type { CompanySize, Situation } from './rules.ts';

export type Coded = { code: string; name: string | null };

export type CompanyCard = {
  root: string;
  /** A sole trader's CPF in it is masked. */
  name: string;
  legalNature: Coded | null;
  capital: string | null;
  size: CompanySize;
  isSimples: boolean | null;
  isMei: boolean | null;
  headOffice: Establishment | null;
  establishments: number;
};

export type Establishment = {
  document: string;
  tradeName: string | null;
  situation: Situation;
  situationOn: string | null;
  situationReason: Coded | null;
  startedOn: string | null;
  mainActivity: Coded | null;
  city: Coded | null;
  state: string | null;
  specialSituation: string | null;
};

export type Partner = {
  kind: PartnerKind;
  name: string | null;
  /** A masked CPF or a whole CNPJ. */
  document: string | null;
  qualification: Coded | null;
  since: string | null;
};

export type Holding = {
  root: string;
  name: string;
  situation: Situation;
  qualification: Coded | null;
  since: string | null;
};

/** What was found, and how much it is worth. */
export type Found<T> = { outcome: Outcome; freshness: Freshness; found: T };

const SOURCE = 'receita';
/** Cooperatives have thousands of partners, and some people hundreds of companies. */
const MAX_LISTED = 1000;

type CardRow = Record<string, string | null> & { is_simples: boolean | null; is_mei: boolean | null };

// '[' follows 'Z', so the range is all establishments of the root and nothing else.
const CARD = `
  select c.root, c.name, c.legal_nature, n.name as legal_nature_name, c.capital, c.size, s.is_simples, s.is_mei,
    e.document, e.trade_name, e.situation, e.situation_on::text, e.situation_reason, r.name as situation_reason_name,
    e.started_on::text, e.main_activity, a.name as main_activity_name, e.city, m.name as city_name, e.state,
    e.special_situation,
    (select count(*) from registry.establishments b where b.document >= c.root and b.document < c.root || '[')::text
      as establishments
  from registry.companies c
  left join registry.simples_options s on s.root = c.root
  left join lateral (
    select h.* from registry.establishments h
    where h.document >= c.root and h.document < c.root || '[' order by h.is_head desc, h.document limit 1
  ) e on true
  left join registry.company_codes n on n.kind = 'legal-nature' and n.code = c.legal_nature
  left join registry.company_codes r on r.kind = 'reason' and r.code = e.situation_reason
  left join registry.company_codes a on a.kind = 'activity' and a.code = e.main_activity
  left join registry.company_codes m on m.kind = 'city' and m.code = e.city
  where c.root = $1`;

const PARTNERS = `
  select p.kind, p.name, p.document, p.qualification, q.name as qualification_name, p.since::text
  from registry.partners p
  left join registry.company_codes q on q.kind = 'qualification' and q.code = p.qualification
  where p.root = $1
  order by p.name, p.document limit $2`;

const HOLDINGS = `
  select p.root, c.name, e.situation, p.qualification, q.name as qualification_name, p.since::text
  from registry.partners p
  left join registry.companies c on c.root = p.root
  left join lateral (
    select h.situation from registry.establishments h
    where h.document >= p.root and h.document < p.root || '[' order by h.is_head desc, h.document limit 1
  ) e on true
  left join registry.company_codes q on q.kind = 'qualification' and q.code = p.qualification
  where p.document_root = $1 and ($2::text is null or p.name_key = $2)
  order by p.root, p.qualification limit $3`;

function codedOf(code: string | null | undefined, name: string | null | undefined): Coded | null {
  return code === null || code === undefined ? null : { code, name: name ?? null };
}

const maskedName = (name: string | null | undefined): string | null =>
  name === null || name === undefined ? null : maskCpfInName(name);

function toEstablishment(row: CardRow): Establishment | null {
  const { document } = row;
  if (document === null || document === undefined) {
    return null;
  }
  return {
    document,
    tradeName: maskedName(row['trade_name']),
    situation: situationOf(row['situation'] ?? null),
    situationOn: row['situation_on'] ?? null,
    situationReason: codedOf(row['situation_reason'], row['situation_reason_name']),
    startedOn: row['started_on'] ?? null,
    mainActivity: codedOf(row['main_activity'], row['main_activity_name']),
    city: codedOf(row['city'], row['city_name']),
    state: row['state'] ?? null,
    specialSituation: row['special_situation'] ?? null,
  };
}

function toCard(row: CardRow): CompanyCard {
  return {
    root: row['root'] ?? '',
    name: maskedName(row['name']) ?? '',
    legalNature: codedOf(row['legal_nature'], row['legal_nature_name']),
    capital: row['capital'] ?? null,
    size: sizeOf(row['size'] ?? null),
    isSimples: row.is_simples,
    isMei: row.is_mei,
    headOffice: toEstablishment(row),
    establishments: Number(row['establishments'] ?? 0),
  };
}

async function withFreshness<T>(tx: Transaction, found: T, hasRows: boolean): Promise<Found<T>> {
  const [freshness] = await readFreshness(tx, [SOURCE]);
  const known = freshness ?? { source: SOURCE, importedAt: null, edition: null, failedAt: null };
  return { outcome: outcomeOf(known, hasRows), freshness: known, found };
}

export async function findCompany(tx: Transaction, root: string): Promise<Found<CompanyCard | null>> {
  const [row] = await tx.prepared<CardRow>('company_card', CARD, [root]);
  return withFreshness(tx, row === undefined ? null : toCard(row), row !== undefined);
}

const SITUATION = 'select e.situation from registry.establishments e where e.document = $1';

/** Of the very establishment; null when the registry does not know it. */
export async function findSituation(tx: Transaction, cnpj: Cnpj): Promise<Situation | null> {
  const [row] = await tx.prepared<{ situation: string }>('establishment_situation', SITUATION, [cnpj]);
  return row === undefined ? null : situationOf(row.situation);
}

export async function listPartners(tx: Transaction, root: string): Promise<Found<Partner[]>> {
  const rows = await tx.prepared<Record<string, string | null>>('company_partners', PARTNERS, [
    root,
    MAX_LISTED,
  ]);
  const partners = rows.map((row) => ({
    kind: partnerKindOf(row['kind'] ?? ''),
    name: maskedName(row['name']),
    document: row['document'] ?? null,
    qualification: codedOf(row['qualification'], row['qualification_name']),
    since: row['since'] ?? null,
  }));
  return withFreshness(tx, partners, partners.length > 0);
}

async function listHoldings(
  tx: Transaction,
  documentRoot: string,
  key: string | null,
): Promise<Found<Holding[]>> {
  const values = [documentRoot, key, MAX_LISTED];
  const rows = await tx.prepared<Record<string, string | null>>('company_holdings', HOLDINGS, values);
  const holdings = rows.map((row) => ({
    root: row['root'] ?? '',
    name: maskedName(row['name']) ?? '',
    situation: situationOf(row['situation'] ?? null),
    qualification: codedOf(row['qualification'], row['qualification_name']),
    since: row['since'] ?? null,
  }));
  return withFreshness(tx, holdings, holdings.length > 0);
}

/** By the six digits that the registry shows and the name. By the digits alone it would be a hundred strangers. */
export function listCompaniesOfPerson(tx: Transaction, cpf: Cpf, name: string): Promise<Found<Holding[]>> {
  return listHoldings(tx, maskCpf(cpf), nameKey(name));
}

export function listCompaniesOfCompany(tx: Transaction, cnpj: Cnpj): Promise<Found<Holding[]>> {
  return listHoldings(tx, cnpjRoot(cnpj), null);
}
