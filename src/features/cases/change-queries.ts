// What a merge noted for those who watch, read back page by page in the transaction of the merge.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import type { DossierCase } from './dossier.ts';
import type { Side } from './ports.ts';

type Tx = Pick<ImportTransaction, 'query'>;

export type CaseChange = {
  /** Null: of the number itself, for those who asked for it. */
  root: string | null;
  number: string;
  /** Null when it was told before and may not be any more; then nothing may be said of it at all. */
  now: Omit<DossierCase, 'documents' | 'fetchedAt'> | null;
  /** What was told of it before; null when nothing was, which makes the case new. */
  before: { isActive: boolean; side: Side | null; value: string | null } | null;
  movements: {
    count: number;
    /** The newest first, a few of them. */ latest: { code: number; at: string }[];
  };
};

const PAGE = 1000;
const LISTED_MOVEMENTS = 20;

type Row = {
  place: string;
  root: string | null;
  number: string;
  was_told: boolean;
  was_active: boolean | null;
  old_side: Side | null;
  old_value: string | null;
  side: Side | null;
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
  movements: string;
  latest: { code: number; at: string }[] | null;
};

const CHANGES = `
  select c.place, c.root, c.number, c.was_told, c.was_active, c.old_side, c.old_value::text, c.side, c.is_debtor_side,
    c.class_code, c.natures, c.traits, c.is_active, c.outcome, c.value::text, c.filed_on::text, c.moved_on::text,
    c.severe_on::text, c.frustrated_on::text, m.movements, m.latest
  from case_changes c
  cross join lateral (
    select count(*) as movements, jsonb_agg(jsonb_build_object('code', a.code,
      'at', to_char(a.at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by a.at desc, a.code) filter (where a.nth <= $3) as latest
    from (
      select x.code, x.at, row_number() over (order by x.at desc, x.code) as nth
      from case_added_movements x where x.number = c.number
    ) a
  ) m
  where c.place > $1 order by c.place limit $2`;

function toChange(row: Row): CaseChange {
  const { side } = row;
  return {
    root: row.root,
    number: row.number,
    now: side === null ? null : toCase(row, side),
    before: row.was_told
      ? { isActive: row.was_active ?? row.is_active, side: row.old_side, value: row.old_value }
      : null,
    movements: { count: Number(row.movements), latest: row.latest ?? [] },
  };
}

function toCase(row: Row, side: Side): NonNullable<CaseChange['now']> {
  return {
    number: row.number,
    isByMask: false,
    side,
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
  };
}

/** Only for watchers of a merge of cases, in its transaction. */
export async function* pageCaseChanges(tx: Tx): AsyncGenerator<CaseChange[]> {
  for (let after = '0'; ;) {
    const rows = await tx.query<Row>(CHANGES, [after, PAGE, LISTED_MOVEMENTS]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield rows.map(toChange);
  }
}
