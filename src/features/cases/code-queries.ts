// The codes that the records of cases carry, for whoever looks for terms and not for cases.
import type { Transaction } from '../../platform/db/database.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';

/** What one case has of each of the CNJ's tables; a code may be there several times. */
export type CaseCodes = { classCodes: number[]; subjectCodes: number[]; movementCodes: number[] };

type Row = { number: string; class_code: number | null; subject_codes: string; movement_codes: string };

// Arrays as text: the driver takes ten times as long to read them.
const CODES_SQL = `
  select r.number, r.class_code, r.subject_codes::text, r.movement_codes::text from registry.case_records r
  where r.number = any ($1) and (r.secrecy = 0 or (r.secrecy is null and r.source = any ($2)))
  order by r.number`;

/** Only of records that may be told; a number without any is left out. */
export async function listCaseCodes(tx: Transaction, numbers: readonly string[]): Promise<CaseCodes[]> {
  const rows = await tx.prepared<Row>('case_codes', CODES_SQL, [numbers, [...PUBLIC_ONLY_SOURCES]]);
  const found: CaseCodes[] = [];
  let last = '';
  for (const { number, class_code: classCode, subject_codes: subjects, movement_codes: movements } of rows) {
    if (number !== last) found.push({ classCodes: [], subjectCodes: [], movementCodes: [] });
    last = number;
    const codes = found.at(-1);
    if (classCode !== null) codes?.classCodes.push(classCode);
    readCodes(subjects, codes?.subjectCodes ?? []);
    readCodes(movements, codes?.movementCodes ?? []);
  }
  return found;
}

/** `{26,11382}` */
function readCodes(text: string, into: number[]): void {
  let code = 0;
  for (let at = 1; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      code = code * 10 + digit;
    } else {
      if (text.length > 2) into.push(code);
      code = 0;
    }
  }
}

type TermName = { code: number; name: string };

/** As far as the official tables were imported. */
export function listTermNames(
  tx: Transaction,
  kind: 'class' | 'subject' | 'movement',
  codes: readonly number[],
): Promise<TermName[]> {
  return tx.prepared(
    'term_names',
    'select t.code, t.name from registry.tpu_items t where t.kind = $1 and t.code = any ($2)',
    [kind, codes],
  );
}

export function listClassNames(tx: Transaction, codes: readonly number[]): Promise<TermName[]> {
  return listTermNames(tx, 'class', codes);
}
