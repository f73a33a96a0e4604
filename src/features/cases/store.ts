// Records of cases as the database holds them, and back to what the rules read.
import type { Transaction } from '../../platform/db/database.ts';
import type { CaseRecord, Movement, Party } from './ports.ts';

type Tx = Pick<Transaction, 'query' | 'prepared'>;

export type RecordRow = {
  number: string;
  source: string;
  degree: string;
  record_key: string;
  class_code: number | null;
  class_name: string | null;
  unit_code: string | null;
  unit_name: string | null;
  filed_at: Date | null;
  value: string | null;
  secrecy: number | null;
  court_state: CaseRecord['courtState'];
  subject_codes: number[];
  movement_codes: number[];
  movement_times: Date[];
  movement_names: (string | null)[] | null;
  parties: Party[];
  rest: Record<string, unknown> | null;
  updated_at: Date | null;
  fetched_at: Date;
};

const RECORD_COLUMNS = `r.number, r.source, r.degree, r.record_key, r.class_code, r.class_name, r.unit_code, r.unit_name,
  r.filed_at, r.value::text as value, r.secrecy, r.court_state, r.subject_codes, r.movement_codes, r.movement_times,
  r.movement_names, r.parties, r.rest, r.updated_at, r.fetched_at`;

function toMovements(row: RecordRow): Movement[] {
  return row.movement_codes.map((code, index) => {
    const at = row.movement_times[index] ?? new Date(Number.NaN);
    const name = row.movement_names?.[index] ?? null;
    return name === null ? { code, at } : { code, name, at };
  });
}

export function toCaseRecord(row: RecordRow): CaseRecord {
  return {
    number: row.number,
    source: row.source,
    degree: row.degree,
    recordKey: row.record_key,
    classCode: row.class_code,
    className: row.class_name,
    unitCode: row.unit_code,
    unitName: row.unit_name,
    filedAt: row.filed_at,
    value: row.value,
    secrecy: row.secrecy,
    courtState: row.court_state,
    subjectCodes: row.subject_codes,
    movements: toMovements(row),
    parties: row.parties,
    rest: row.rest,
    updatedAt: row.updated_at,
  };
}

function listRows(tx: Tx, numbers: readonly string[]): Promise<RecordRow[]> {
  return tx.prepared<RecordRow>(
    'case_records_of',
    `select ${RECORD_COLUMNS} from registry.case_records r where r.number = any ($1)
     order by r.number, r.source, r.degree, r.record_key`,
    [numbers],
  );
}

/** In the order of their numbers. */
export async function listRecordsOf(tx: Tx, numbers: readonly string[]): Promise<CaseRecord[]> {
  return (await listRows(tx, numbers)).map(toCaseRecord);
}

/** The same, each with when we were given it. */
export async function listFetchedRecordsOf(
  tx: Tx,
  numbers: readonly string[],
): Promise<(CaseRecord & { fetchedAt: Date })[]> {
  const rows = await listRows(tx, numbers);
  return rows.map((row) => Object.assign(toCaseRecord(row), { fetchedAt: row.fetched_at }));
}

/** Every record of one case with where it is from and when it was fetched. */
export function listRecordRows(tx: Tx, number: string): Promise<RecordRow[]> {
  return tx.prepared<RecordRow>(
    'case_record_rows',
    `select ${RECORD_COLUMNS} from registry.case_records r where r.number = $1
     order by r.number, r.source, r.degree, r.record_key`,
    [number],
  );
}

/** Affected numbers that another source knows as well; only while a merge is under way. */
export async function listMixedNumbers(tx: Tx, after: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ number: string }>(
    `select a.number from case_affected a where a.is_mixed and a.number > $1 order by a.number limit $2`,
    [after, limit],
  );
  return rows.map(({ number }) => number);
}
