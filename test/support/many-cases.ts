// Documents with as many cases as a test or a figure is about, put into the registry as an import leaves them: a row for each
// party with its facts, and the record behind it.
import { makeCnpj, makeRoot } from '../../sandbox/numbers.ts';

export type Queries = { query(sql: string, values?: unknown[]): Promise<unknown> };

/** Above the roots of the population and of the test documents. */
const FIRST_ROOT = 97_000_000;

export type Filled = { readonly count: number; readonly cases: number };

/** Half of them owed, half of them executions, some with a severe movement: about as many risks as a debtor has. */
const FILL_SQL = `
  with drawn as (
    select d.document, n, lpad(($3::bigint + (d.place - 1) * $2 + n)::text, 9, '0') || '20218260100' as number
    from unnest($1::text[]) with ordinality as d (document, place), generate_series(1, $2::int) n
  ), parties as (
    insert into registry.case_parties (root, number, document, is_countable, side, is_debtor_side, class_code, natures,
      traits, is_active, outcome, value, filed_on, moved_on, severe_on, facts_version, fetched_at)
    select left(document, 8), number, document, true, case n % 2 when 0 then 'PASSIVE' else 'ACTIVE' end, n % 2 = 0,
      (array[1116, 7, 985, 159])[n % 4 + 1], (array[1, 16, 2, 1])[n % 4 + 1], 0, n % 5 > 0, 0,
      case when n % 7 > 0 then n * 37.11 end, date '2015-01-01' + n % 3000, date '2024-01-01' + n % 900,
      case when n % 9 = 0 then date '2025-01-01' + n % 300 end, 1, now()
    from drawn order by 1, 2
  )
  insert into registry.case_records (number, source, degree, record_key, class_code, unit_name, filed_at, value, secrecy,
    subject_codes, movement_codes, movement_times, parties, fetched_at)
  select number, 'cases', 'G1', '', (array[1116, 7, 985, 159])[n % 4 + 1], 'Vara inventada', now() - interval '5 years',
    case when n % 7 > 0 then n * 37.11 end, 0, array[10433, 7769], array[26, 60, 11382], array[now(), now(), now()],
    jsonb_build_array(jsonb_build_object('document', document, 'name', 'EMPRESA INVENTADA S.A.', 'side',
      case n % 2 when 0 then 'PASSIVE' else 'ACTIVE' end, 'role', 'PARTY')), now()
  from drawn order by 1`;

let next = FIRST_ROOT;
let drawn = 0;

/** Companies, so that no name decides what is found. */
export async function fillDocuments({ query }: Queries, { count, cases }: Filled): Promise<string[]> {
  const documents = Array.from({ length: count }, (_, index) => makeCnpj(makeRoot(next + index), '0001'));
  next += count;
  await query(FILL_SQL, [documents, cases, drawn]);
  drawn += count * cases;
  await query('vacuum analyze registry.case_parties, registry.case_records');
  return documents;
}
