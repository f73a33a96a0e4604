// Reads of a document's dossier: one range of case_parties' key, and for a person whose name is known the range of its
// masked CPF as well. Only countable rows leave the database.
import type { Transaction } from '../../platform/db/database.ts';
import type { Side } from './ports.ts';

type Tx = Pick<Transaction, 'prepared'>;

/** What a dossier is asked by. `mask` is null for companies and for people whose name is not known. */
export type DossierKey = { root: string; mask: { root: string; nameKey: string } | null };

export type PartyRowRead = {
  number: string;
  document: string;
  side: Side;
  is_debtor_side: boolean;
  class_code: number | null;
  natures: number;
  traits: number;
  is_active: boolean;
  outcome: number;
  value: string | null;
  filed_on: string | null;
  moved_on: string | null;
  severe_on: string | null;
  frustrated_on: string | null;
  fetched_at: Date;
};

/** Of the root in $1 the numbers after $2, at most $3 of them; for statements that go on from there in the database. */
export const NUMBERS_SQL = `
  select distinct k.number from registry.case_parties k
  where k.root = $1 and k.is_countable and k.number > $2 order by k.number limit $3`;

/** A number that several establishments stand in counts once; the key's order spares the sort that distinct else needs. */
export const COUNT_SQL = `
  select count(distinct p.number) as count from registry.case_parties p where p.root = $1 and p.is_countable`;

/** Of a mask those that the whole CPF is not in already. */
export const COUNT_MASKED_SQL = `
  select count(distinct m.number) as count from registry.case_parties m
  where m.root = $2 and m.name_key = $3 and m.is_countable and not exists (
    select from registry.case_parties p where p.root = $1 and p.number = m.number and p.is_countable
  )`;

export async function countCases(tx: Tx, { root, mask }: DossierKey): Promise<number> {
  const [whole] = await tx.prepared<{ count: string }>('dossier_count', COUNT_SQL, [root]);
  if (mask === null) return Number(whole?.count ?? 0);
  const values = [root, mask.root, mask.nameKey];
  const [masked] = await tx.prepared<{ count: string }>('dossier_count_masked', COUNT_MASKED_SQL, values);
  return Number(whole?.count ?? 0) + Number(masked?.count ?? 0);
}

const PARTY_COLUMNS = `p.number, p.document, p.side, p.is_debtor_side, p.class_code, p.natures, p.traits, p.is_active,
  p.outcome, p.value::text as value, p.filed_on::text as filed_on, p.moved_on::text as moved_on,
  p.severe_on::text as severe_on, p.frustrated_on::text as frustrated_on, p.fetched_at`;

/** First the numbers, from the index alone and no more of them than the page has; then their rows. */
export const PAGE_SQL = `
  with page as materialized (
    select distinct k.number from registry.case_parties k
    where k.root = $1 and k.is_countable and k.number > $2 order by k.number limit $3
  )
  select ${PARTY_COLUMNS} from page
  join registry.case_parties p on p.root = $1 and p.number = page.number and p.is_countable
  order by p.number, p.document`;

export const MASKED_PAGE_SQL = `
  select ${PARTY_COLUMNS} from registry.case_parties p
  where p.root = $1 and p.name_key = $4 and p.is_countable and p.number > $2
  order by p.number limit $3`;

export type PageRange = { after: string; limit: number };

/** All countable rows of the next `limit` numbers, in the order of their numbers. */
export function listPartyRows(tx: Tx, root: string, { after, limit }: PageRange): Promise<PartyRowRead[]> {
  return tx.prepared<PartyRowRead>('dossier_page', PAGE_SQL, [root, after, limit]);
}

export function listMaskedRows(
  tx: Tx,
  mask: { root: string; nameKey: string },
  { after, limit }: PageRange,
): Promise<PartyRowRead[]> {
  const values = [mask.root, after, limit, mask.nameKey];
  return tx.prepared<PartyRowRead>('dossier_page_masked', MASKED_PAGE_SQL, values);
}
