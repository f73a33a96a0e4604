// Debts to the government, as the PGFN's register has them.
import { cnpjRoot } from '../../documents/cnpj.ts';
import type { Cnpj } from '../../documents/cnpj.ts';
import type { Cpf } from '../../documents/cpf.ts';
import { documentType, maskCpf } from '../../documents/document.ts';
import type { Document } from '../../documents/document.ts';
import { maskCpfInName, nameKey } from '../../documents/name-key.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { outcomeOf, readFreshness } from '../../platform/imports/freshness.ts';
import type { Freshness, Outcome } from '../../platform/imports/freshness.ts';
import type { Register } from './ports.ts';
import { COLLECTING_START, debtStateOf } from './rules.ts';
import type { DebtState } from './rules.ts';

export type Debt = {
  /** A masked CPF or a whole CNPJ. */
  document: string;
  name: string | null;
  register: Register;
  inscription: string;
  debtorKind: string | null;
  state: DebtState;
  situation: string | null;
  registeredOn: string | null;
  isFiledInCourt: boolean | null;
  /** Decimal text. */
  value: string | null;
};

export type DebtsFound = {
  outcome: Outcome;
  freshness: Freshness;
  count: number;
  /** Of all of them, also those that are not listed. */
  totalValue: string;
  /** Of all that are in collection, also those that are not listed. */
  inCollection: { count: number; totalValue: string };
  debts: Debt[];
};

const SOURCE = 'pgfn';
const MAX_LISTED = 1000;

type Row = {
  document: string;
  name: string | null;
  register: Register;
  inscription: string;
  debtor_kind: string | null;
  situation_kind: string | null;
  situation: string | null;
  registered_on: string | null;
  is_filed_in_court: boolean | null;
  value: string | null;
  count: string;
  total_value: string | null;
  collecting: string;
  collecting_value: string | null;
};

const DEBTS = `
  select d.document, d.name, d.register, d.inscription, d.debtor_kind, d.situation_kind, d.situation,
    d.registered_on::text, d.is_filed_in_court, d.value, count(*) over () as count, sum(d.value) over () as total_value,
    count(*) filter (where lower(btrim(d.situation_kind)) like $4) over () as collecting,
    sum(d.value) filter (where lower(btrim(d.situation_kind)) like $4) over () as collecting_value
  from registry.debts d
  where d.root = $1 and ($2::text is null or d.name_key = $2)
  order by d.register, d.inscription, d.document limit $3`;

function toDebt(row: Row): Debt {
  return {
    document: row.document,
    name: row.name === null ? null : maskCpfInName(row.name),
    register: row.register,
    inscription: row.inscription,
    debtorKind: row.debtor_kind,
    state: debtStateOf(row.situation_kind),
    situation: row.situation,
    registeredOn: row.registered_on,
    isFiledInCourt: row.is_filed_in_court,
    value: row.value,
  };
}

/**
 * Of a company all establishments' debts. A person's are found by six digits and the name; without the name they are
 * not looked for, and the outcome says so.
 */
export async function listDebts(
  tx: Transaction,
  document: Document,
  name: string | null,
): Promise<DebtsFound> {
  const isPerson = documentType(document) === 'CPF';
  const [freshness] = await readFreshness(tx, [SOURCE]);
  const known = freshness ?? { source: SOURCE, importedAt: null, edition: null, failedAt: null };
  if (isPerson && name === null) {
    const inCollection = { count: 0, totalValue: '0.00' };
    return {
      outcome: 'NOT_CHECKED',
      freshness: known,
      count: 0,
      totalValue: '0.00',
      inCollection,
      debts: [],
    };
  }
  const root = isPerson ? maskCpf(document as Cpf) : cnpjRoot(document as Cnpj);
  const key = isPerson ? nameKey(name ?? '') : null;
  const rows = await tx.prepared<Row>('debts_of_document', DEBTS, [
    root,
    key,
    MAX_LISTED,
    `${COLLECTING_START}%`,
  ]);
  const [first] = rows;
  return {
    outcome: outcomeOf(known, rows.length > 0),
    freshness: known,
    count: Number(first?.count ?? 0),
    totalValue: first?.total_value ?? '0.00',
    inCollection: {
      count: Number(first?.collecting ?? 0),
      totalValue: first?.collecting_value ?? '0.00',
    },
    debts: rows.map(toDebt),
  };
}
