// The frozen list of an analysis. Rows are written a batch at a time under the attempt that froze them, and are nobody's
// until the analysis names that attempt.
import type { Transaction } from '../../platform/db/database.ts';
import { packRows, unpackedRows } from '../../platform/db/packed-rows.ts';
import type { Disagreement, DossierCase } from '../cases/index.ts';
import { classificationOf, keysOf } from './case-keys.ts';
import type { Reason } from './classification.ts';
import type { FrozenCase } from './frozen-case.ts';
import type { Held } from './store.ts';

/** Of one moment, however many pages are read in it. Must be the first statement of its transaction. */
export async function holdSnapshot(tx: Transaction): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
}

const ADDED_COLUMNS = `organization_id, analysis_id, run, number, side, is_debtor_side, is_by_mask, is_active,
      class_code, natures, traits, outcome, keys, value, filed_on, moved_on, severe_on, frustrated_on, fetched_at,
      establishments, reasons, disagreements, given_class`;
const ADDED_VALUES = `f[1], f[2], f[3]::boolean, f[4]::boolean, f[5]::boolean, f[6]::integer,
      f[7]::smallint, f[8]::integer, f[9]::smallint, f[10]::integer, f[11]::numeric, f[12]::date, f[13]::date,
      f[14]::date, f[15]::date, to_timestamp(f[16]::double precision / 1000), f[17], f[18]::jsonb, f[19]::jsonb, f[20]`;
const GIVEN_ROWS = unpackedRows('$4');
const GIVEN_ROWS_OF_MANY = unpackedRows('$3');
const ADD_SQL = `
  with added as (
    insert into analysis_cases (${ADDED_COLUMNS})
    select a.organization_id, a.id, a.attempt, ${ADDED_VALUES}
    from analyses a, ${GIVEN_ROWS}
    where a.organization_id = $1 and a.id = $2 and a.attempt = $3 and a.status = 'PROCESSING'
    returning number
  )
  select count(*)::integer as count from added`;
const ADD_OF_MANY_SQL = `
  insert into analysis_cases (${ADDED_COLUMNS})
  select $1::bigint, f[21]::bigint, $2::integer, ${ADDED_VALUES} from ${GIVEN_ROWS_OF_MANY}`;

const CNPJ_LENGTH = 14;
const ROOT_LENGTH = 8;

/** A person's own number is not repeated in the list; of a company the part behind the root is. */
function establishmentsOf({ documents }: DossierCase): string | null {
  const [first = ''] = documents;
  return first.length === CNPJ_LENGTH
    ? documents.map((document) => document.slice(ROOT_LENGTH)).join(' ')
    : null;
}

function toFields({
  known,
  classification,
  disagreements,
  givenClass,
}: FrozenCase): (string | number | null)[] {
  const { reasons } = classification;
  return [
    known.number,
    known.side,
    known.isDebtorSide ? 't' : 'f',
    known.isByMask ? 't' : 'f',
    known.isActive ? 't' : 'f',
    known.classCode,
    known.natures,
    known.traits,
    known.outcome,
    keysOf(classification),
    known.value,
    known.filedOn,
    known.movedOn,
    known.severeOn,
    known.frustratedOn,
    known.fetchedAt.getTime(),
    establishmentsOf(known),
    reasons.length === 0 ? null : JSON.stringify(reasons),
    disagreements === undefined ? null : JSON.stringify(disagreements),
    givenClass ?? null,
  ];
}

/** 0 when the analysis is no longer this attempt's. */
export async function addCases(tx: Transaction, held: Held, cases: readonly FrozenCase[]): Promise<number> {
  const values = [held.organizationId, held.analysisId, held.attempt, packRows(cases.values().map(toFields))];
  const [row] = await tx.prepared<{ count: number }>('add_analysis_cases', ADD_SQL, values);
  return row?.count ?? 0;
}

export type ListOfMany = { readonly analysisId: string; readonly cases: readonly FrozenCase[] };

/** The lists of analyses that are made in this very transaction, so that no other attempt can have them. */
export function addCasesOfMany(
  tx: Transaction,
  { organizationId, run }: { organizationId: number; run: number },
  lists: readonly ListOfMany[],
): void {
  const rows = lists.flatMap(({ analysisId, cases }) => cases.map((each) => [...toFields(each), analysisId]));
  if (rows.length > 0) {
    tx.send('add_cases_of_many', ADD_OF_MANY_SQL, [organizationId, run, packRows(rows)]);
  }
}

const REMOVED_AT_ONCE = 20_000;
// By their places: joined by key, rows that nobody has counted yet are looked for one by one in all of the analysis.
const REMOVE_SQL = `
  with removed as (
    delete from analysis_cases where ctid = any (array(
      select c.ctid from analysis_cases c
      where c.organization_id = $1 and c.analysis_id = $2 and c.run < $3 limit ${REMOVED_AT_ONCE}
    ))
    returning run
  )
  select count(*)::integer as count from removed`;

/** What attempts left that died before their list was whole. Says whether there may be more. */
export async function removePastCases(tx: Transaction, held: Held): Promise<boolean> {
  const values = [held.organizationId, held.analysisId, held.attempt];
  const [row] = await tx.prepared<{ count: number }>('remove_past_cases', REMOVE_SQL, values);
  return (row?.count ?? 0) === REMOVED_AT_ONCE;
}

export type FrozenRow = {
  number: string;
  side: DossierCase['side'];
  is_debtor_side: boolean;
  is_by_mask: boolean;
  is_active: boolean;
  class_code: number | null;
  natures: number;
  traits: number;
  outcome: number;
  keys: number;
  value: string | null;
  filed_on: string | null;
  moved_on: string | null;
  severe_on: string | null;
  frustrated_on: string | null;
  /** As a number: the driver takes longer to read a time than all other columns together. */
  fetched_ms: number;
  establishments: string | null;
  reasons: Reason[] | null;
  disagreements: Disagreement[] | null;
  given_class: string | null;
};

export const FROZEN_COLUMNS = `c.number, c.side, c.is_debtor_side, c.is_by_mask, c.is_active, c.class_code, c.natures,
  c.traits, c.outcome, c.keys, c.value::text as value, c.filed_on::text as filed_on, c.moved_on::text as moved_on,
  c.severe_on::text as severe_on, c.frustrated_on::text as frustrated_on,
  extract(epoch from c.fetched_at)::double precision * 1000 as fetched_ms, c.establishments, c.reasons,
  c.disagreements, c.given_class`;

export const CASE_PAGE_SQL = `
  select ${FROZEN_COLUMNS} from analysis_cases c
  where c.organization_id = $1 and c.analysis_id = $2 and c.run = $3 and c.number > $4
  order by c.number limit $5`;

/** Whom the list is about: the document as it was asked for, and its mask for those found by six digits and the name. */
export type ListOwner = { readonly document: string; readonly mask: string };

function documentsOf(row: FrozenRow, { document, mask }: ListOwner): string[] {
  if (row.establishments === null) return [row.is_by_mask ? mask : document];
  return row.establishments.split(' ').map((establishment) => document.slice(0, ROOT_LENGTH) + establishment);
}

export function toFrozenCase(row: FrozenRow, owner: ListOwner): FrozenCase {
  return {
    known: {
      number: row.number,
      documents: documentsOf(row, owner),
      isByMask: row.is_by_mask,
      side: row.side,
      isDebtorSide: row.is_debtor_side,
      classCode: row.class_code,
      natures: row.natures,
      traits: row.traits,
      outcome: row.outcome,
      isActive: row.is_active,
      value: row.value,
      filedOn: row.filed_on,
      movedOn: row.moved_on,
      severeOn: row.severe_on,
      frustratedOn: row.frustrated_on,
      fetchedAt: new Date(row.fetched_ms),
    },
    classification: classificationOf(row.keys, row.is_active, row.reasons ?? []),
    ...(row.disagreements === null ? {} : { disagreements: row.disagreements }),
    ...(row.given_class === null ? {} : { givenClass: row.given_class }),
  };
}

export type FrozenListName = {
  readonly organizationId: number;
  readonly analysisId: string;
  readonly run: number;
};

/** A page of a list that is frozen, in the order of the numbers. */
export async function listFrozenCases(
  tx: Transaction,
  { organizationId, analysisId, run }: FrozenListName,
  { after, limit, owner }: { after: string; limit: number; owner: ListOwner },
): Promise<FrozenCase[]> {
  const values = [organizationId, analysisId, run, after, limit];
  const rows = await tx.prepared<FrozenRow>('analysis_case_page', CASE_PAGE_SQL, values);
  return rows.map((row) => toFrozenCase(row, owner));
}
