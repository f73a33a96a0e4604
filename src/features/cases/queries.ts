// Reads of a document's dossier: one range of case_parties' key, and for a person whose name is known the range of its
// masked CPF as well. Only countable rows leave the database.
import type { Transaction } from '../../platform/db/database.ts';
import { packedRow, packedRows, unpackRows } from '../../platform/db/packed-rows.ts';
import type { Side } from './ports.ts';

type Tx = Pick<Transaction, 'prepared'>;

/** What a dossier is asked by. `mask` is null for companies and for people whose name is not known. */
export type DossierKey = { root: string; mask: { root: string; nameKey: string } | null };

export type DossierCase = {
  number: string;
  /** The CPF, or every establishment of the company that stands in the case; a mask when that is all that is known. */
  documents: string[];
  /** Found by six digits and the name only: not classified and never a risk. */
  isByMask: boolean;
  side: Side;
  isDebtorSide: boolean;
  classCode: number | null;
  /** Bits of NATURE and TRAIT, and a code of OUTCOME. */
  natures: number;
  traits: number;
  outcome: number;
  isActive: boolean;
  value: string | null;
  filedOn: string | null;
  movedOn: string | null;
  severeOn: string | null;
  frustratedOn: string | null;
  fetchedAt: Date;
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

const ROW = packedRow([
  'p.number',
  'p.document',
  'p.side',
  'p.is_debtor_side::integer',
  'p.class_code',
  'p.natures',
  'p.traits',
  'p.is_active::integer',
  'p.outcome',
  'p.value',
  'p.filed_on',
  'p.moved_on',
  'p.severe_on',
  'p.frustrated_on',
  // Doubles, rounded to the microseconds that the column has: `extract` counts in decimals, at twice the price.
  "floor(round(date_part('epoch', p.fetched_at) * 1000000) / 1000)::bigint",
]);

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** A row as it stands: several of one number are one case. */
function toCase(fields: readonly string[], isByMask: boolean): DossierCase {
  // By their places: taking the list apart by name costs more than all the rest.
  return {
    number: fields[0] ?? '',
    documents: [fields[1] ?? ''],
    isByMask,
    side: fields[2] as Side,
    isDebtorSide: fields[3] === '1',
    classCode: fields[4] === '' ? null : Number(fields[4]),
    natures: Number(fields[5]),
    traits: Number(fields[6]),
    isActive: fields[7] === '1',
    outcome: Number(fields[8]),
    value: orNull(fields[9]),
    filedOn: orNull(fields[10]),
    movedOn: orNull(fields[11]),
    severeOn: orNull(fields[12]),
    frustratedOn: orNull(fields[13]),
    fetchedAt: new Date(Number(fields[14])),
  };
}

const LINES = packedRows('line', 'number');
const LINES_OF_PARTIES = packedRows('line', 'number, document');

/** First the numbers, from the index alone and no more of them than the page has; then their rows. */
export const PAGE_SQL = `
  with page as materialized (
    select distinct k.number from registry.case_parties k
    where k.root = $1 and k.is_countable and k.number > $2 order by k.number limit $3
  )
  select ${LINES_OF_PARTIES} as lines from (
    select p.number, p.document, ${ROW} as line from page
    join registry.case_parties p on p.root = $1 and p.number = page.number and p.is_countable
    order by p.number, p.document
  ) as rows`;

export const MASKED_PAGE_SQL = `
  select ${LINES} as lines from (
    select p.number, ${ROW} as line from registry.case_parties p
    where p.root = $1 and p.name_key = $4 and p.is_countable and p.number > $2
    order by p.number limit $3
  ) as rows`;

export type PageRange = { after: string; limit: number };

type Lines = { lines: string | null };

/** All countable rows of the next `limit` numbers, in the order of their numbers. */
export async function listPartyRows(
  tx: Tx,
  root: string,
  { after, limit }: PageRange,
): Promise<DossierCase[]> {
  const [found] = await tx.prepared<Lines>('dossier_page', PAGE_SQL, [root, after, limit]);
  return Array.from(unpackRows(found?.lines), (fields) => toCase(fields, false));
}

export async function listMaskedRows(
  tx: Tx,
  mask: { root: string; nameKey: string },
  { after, limit }: PageRange,
): Promise<DossierCase[]> {
  const values = [mask.root, after, limit, mask.nameKey];
  const [found] = await tx.prepared<Lines>('dossier_page_masked', MASKED_PAGE_SQL, values);
  return Array.from(unpackRows(found?.lines), (fields) => toCase(fields, true));
}
