// A few rows of the registry, for tests that need no whole population.
import type { TestDatabase } from './database.ts';

type Parties = {
  number: string;
  document: string;
  name?: string;
  side?: 'ACTIVE' | 'PASSIVE' | 'THIRD' | 'UNKNOWN';
  isCountable?: boolean;
  isActive?: boolean;
  natures?: number;
  classCode?: number;
  value?: string | null;
};

export async function addImported(database: TestDatabase, ...sources: readonly string[]): Promise<void> {
  for (const source of sources) {
    await database.admin(
      `insert into registry.imports (source, state, ended_at) values ($1, 'done', now())`,
      [source],
    );
  }
}

/** With the record that names the party, beside those that are in it already; an execution on which the document owes, unless something else is said. */
export async function addCase(database: TestDatabase, wanted: Parties): Promise<void> {
  const { number, document, name = 'PESSOA INVENTADA', side = 'PASSIVE', isCountable = true } = wanted;
  const { isActive = true, natures = 1, classCode = 159, value = '1500.00' } = wanted;
  const root = document.length === 14 ? document.slice(0, 8) : document;
  await database.admin(
    `insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, class_code, natures,
       traits, is_active, outcome, value, facts_version, fetched_at)
     values ($1, $2, $3, $4, $5, $5 = 'PASSIVE', $6, $7, 0, $8, 0, $9, 1, now())`,
    [root, number, document, isCountable, side, classCode, natures, isActive, value],
  );
  const parties = JSON.stringify([{ document, name, side, role: 'PARTY' }]);
  await database.admin(
    `insert into registry.case_records as r (number, source, degree, record_key, class_code, secrecy, parties, movement_codes,
       movement_times, fetched_at)
     values ($1, 'cases', 'G1', '', $2, $3, $4, '{11382}', '{2026-01-01Z}', now())
     on conflict (number, source, degree, record_key) do update set parties = r.parties || excluded.parties`,
    [number, classCode, isCountable ? 0 : 3, parties],
  );
}

/** Any 20 digits are a number; these are of the court of São Paulo. */
export function caseNumber(index: number): string {
  return `${String(index).padStart(9, '0')}20248260001`;
}

type Company = { root: string; name: string; situation?: string; capital?: string };

/** With its head office, whose number ends in 0001 and two digits that nobody checks here. */
export async function addCompany(database: TestDatabase, wanted: Company): Promise<void> {
  const { root, name, situation = '02', capital = '1000.00' } = wanted;
  await database.admin(
    `insert into registry.companies (root, name, legal_nature, capital, size) values ($1, $2, '2062', $3, '01')`,
    [root, name, capital],
  );
  await database.admin(
    `insert into registry.establishments (document, is_head, situation, situation_on, started_on, main_activity)
     values ($1 || '000181', true, $2, '2020-01-31', '2010-05-06', '4711302')`,
    [root, situation],
  );
}

type Partnership = { root: string; name: string; document: string | null; since?: string };

/** `document` is a masked CPF or a whole CNPJ; null for a foreigner. */
export async function addPartner(database: TestDatabase, wanted: Partnership): Promise<void> {
  const { root, name, document, since = '2019-10-15' } = wanted;
  const isCompany = document?.length === 14;
  const kind = document === null ? '3' : isCompany ? '1' : '2';
  await database.admin(
    `insert into registry.partners (root, kind, name, name_key, document, document_root, qualification, since)
     values ($1, $2, $3, $3, $4, $5, '49', $6)`,
    [root, kind, name, document, isCompany ? document.slice(0, 8) : document, since],
  );
}

type DebtEntry = { root: string; document: string; inscription: string; value?: string; kind?: string };

export async function addDebt(database: TestDatabase, wanted: DebtEntry): Promise<void> {
  const { root, document, inscription, value = '500.00', kind = 'Em cobrança' } = wanted;
  await database.admin(
    `insert into registry.debts (root, document, register, inscription, situation_kind, situation, value)
     values ($1, $2, 'general', $3, $4, 'ATIVA AJUIZADA', $5)`,
    [root, document, inscription, kind, value],
  );
}

export async function addProtest(
  database: TestDatabase,
  { root, document, key, value = '70.00' }: { root: string; document: string; key: string; value?: string },
): Promise<void> {
  await database.admin(
    `insert into registry.protests (root, source, protest_key, document, office, city, state, protested_on, value,
       creditor, is_live, fetched_at)
     values ($1, 'protests', $2, $3, 'Cartório ' || $2, 'SAO PAULO', 'SP', '2026-01-02', $4, 'CREDORA', true, now())`,
    [root, key, document, value],
  );
}
