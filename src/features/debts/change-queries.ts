// Debts that came and went with a new edition of the register, for those who watch: told before the swap, while the served
// table is the old edition and the staged one the new.
import type { ImportTransaction } from '../../platform/imports/definition.ts';
import type { Register } from './ports.ts';
import { debtStateOf } from './rules.ts';
import type { DebtState } from './rules.ts';

type Tx = Pick<ImportTransaction, 'query'>;

export type DebtChange = {
  root: string;
  register: Register;
  inscription: string;
  /** False: it is in the register no more. */
  isNew: boolean;
  state: DebtState;
  situation: string | null;
  /** The federal unit that the register names. */
  federalState: string | null;
  registeredOn: string | null;
  isFiledInCourt: boolean | null;
  value: string | null;
};

const PAGE = 1000;

const OPEN = `
  create temp table debt_changes (
    place bigint generated always as identity primary key, root text collate "C", register text, inscription text,
    is_new boolean, situation_kind text, situation text, state text, registered_on date, is_filed_in_court boolean,
    value numeric(17, 2)
  ) on commit drop`;

/** One inscription may name several establishments of a root: it counts once, by its largest value. */
const LARGEST_FIRST = 'd.root, d.register, d.inscription, d.value desc nulls last, d.document';

/** Where an edition lacks a whole register, nothing is taken to have been settled. */
const NOTE = `
  with roots as materialized (
    select distinct c.root from pg_temp.import_changes c where c.kind = 'debts'
  ), old as (
    select distinct on (d.root, d.register, d.inscription) d.* from roots
    join registry.debts d on d.root = roots.root order by ${LARGEST_FIRST}
  ), new as (
    select distinct on (d.root, d.register, d.inscription) d.* from roots
    join registry_stage.debts d on d.root = roots.root order by ${LARGEST_FIRST}
  ), difference as (
    select n.*, true as is_new from new n where not exists (
      select from old o where (o.root, o.register, o.inscription) = (n.root, n.register, n.inscription)
    )
    union all
    select o.*, false from old o where not exists (
      select from new n where (n.root, n.register, n.inscription) = (o.root, o.register, o.inscription)
    )
  ), registers as materialized (
    select g.register from (select distinct e.register from difference e where not e.is_new) g
    where exists (select from registry_stage.debts s where s.register = g.register)
  )
  insert into debt_changes (root, register, inscription, is_new, situation_kind, situation, state, registered_on,
    is_filed_in_court, value)
  select d.root, d.register, d.inscription, d.is_new, d.situation_kind, d.situation, d.state, d.registered_on,
    d.is_filed_in_court, d.value
  from difference d where d.is_new or d.register in (select g.register from registers g)
  order by d.root, d.register, d.inscription`;

const CHANGES = `
  select c.place, c.root, c.register, c.inscription, c.is_new as "isNew", c.situation_kind, c.situation,
    c.state as "federalState", c.registered_on::text as "registeredOn", c.is_filed_in_court as "isFiledInCourt",
    c.value::text as value
  from debt_changes c where c.place > $1 order by c.place limit $2`;

type Row = Omit<DebtChange, 'state'> & { place: string; situation_kind: string | null };

export async function* pageDebtChanges(tx: Tx): AsyncGenerator<DebtChange[]> {
  await tx.query(OPEN);
  await tx.query(NOTE);
  for (let after = '0'; ;) {
    const rows = await tx.query<Row>(CHANGES, [after, PAGE]);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.place;
    yield rows.map(({ place: _place, situation_kind: kind, ...debt }) =>
      Object.assign(debt, { state: debtStateOf(kind) }),
    );
  }
}
