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

/** With the record that names the party; an execution on which the document owes, unless something else is said. */
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
    `insert into registry.case_records (number, source, degree, record_key, class_code, secrecy, parties, movement_codes,
       movement_times, fetched_at)
     values ($1, 'cases', 'G1', '', $2, $3, $4, '{11382}', '{2026-01-01Z}', now())
     on conflict do nothing`,
    [number, classCode, isCountable ? 0 : 3, parties],
  );
}

/** Any 20 digits are a number; these are of the court of São Paulo. */
export function caseNumber(index: number): string {
  return `${String(index).padStart(9, '0')}20248260001`;
}
