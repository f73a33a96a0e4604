// What a case import builds aside: records and party rows in the shape of the served tables, and the numbers whose source
// now knows nothing of them. All rows of one line share their `arrival`, which rises from line to line.
import type { StageTable } from '../../platform/imports/definition.ts';

/** The columns of a record that say something of the case; compared before anything is written. */
export const RECORD_CONTENT = [
  'class_code',
  'class_name',
  'unit_code',
  'unit_name',
  'filed_at',
  'value',
  'secrecy',
  'court_state',
  'subject_codes',
  'movement_codes',
  'movement_times',
  'movement_names',
  'parties',
  'rest',
  'updated_at',
] as const;

/** The same of a party row; when it was fetched is no news. */
export const PARTY_CONTENT = [
  'is_countable',
  'name_key',
  'side',
  'is_debtor_side',
  'class_code',
  'natures',
  'traits',
  'is_active',
  'outcome',
  'value',
  'filed_on',
  'moved_on',
  'severe_on',
  'frustrated_on',
  'facts_version',
] as const;

const PARTY_COLUMNS_SQL = `root text collate "C" not null, number text collate "C" not null,
  document text collate "C" not null, is_countable boolean not null, name_key text, side text not null,
  is_debtor_side boolean not null, class_code int, natures smallint not null, traits int not null,
  is_active boolean not null, outcome smallint not null, value numeric(17, 2), filed_on date, moved_on date,
  severe_on date, frustrated_on date, facts_version smallint not null`;

const RECORD_COLUMNS_SQL = `number text collate "C" not null, degree text not null, record_key text not null,
  class_code int, class_name text, unit_code text, unit_name text, filed_at timestamptz, value numeric(17, 2),
  secrecy smallint, court_state text, subject_codes int[] not null, movement_codes int[] not null,
  movement_times timestamptz[] not null, movement_names text[], parties jsonb not null, rest jsonb,
  updated_at timestamptz`;

export const PARTY_SHAPE = PARTY_COLUMNS_SQL;

export type CaseStage = { readonly records: string; readonly parties: string; readonly removals: string };

export function stageOf(source: string): CaseStage {
  return { records: `${source}__records`, parties: `${source}__parties`, removals: `${source}__removals` };
}

export function stageTablesOf(
  source: string,
): readonly [records: StageTable, parties: StageTable, removals: StageTable] {
  const { records, parties, removals } = stageOf(source);
  return [
    {
      name: records,
      columns: ['arrival', 'number', 'degree', 'record_key', ...RECORD_CONTENT],
      shape: { columns: `arrival bigint not null, ${RECORD_COLUMNS_SQL}` },
    },
    {
      name: parties,
      columns: ['arrival', 'root', 'number', 'document', ...PARTY_CONTENT],
      shape: { columns: `arrival bigint not null, ${PARTY_COLUMNS_SQL}` },
    },
    {
      name: removals,
      columns: ['arrival', 'number', 'updated_at'],
      shape: { columns: 'arrival bigint not null, number text collate "C" not null, updated_at timestamptz' },
    },
  ];
}
