// The codes that the records of cases carry, for whoever looks for terms and not for cases.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { packedRow, packedRows, unpackRows } from '../../platform/db/packed-rows.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';

/** What one case has of each of the CNJ's tables; a code may be there several times. */
export type CaseCodes = { classCodes: number[]; subjectCodes: number[]; movementCodes: number[] };

/** Codes of each table that somebody looks for. */
export type SoughtCodes = { classCodes: number[]; subjectCodes: number[]; movementCodes: number[] };

// Arrays as text: the driver takes ten times as long to read them.
const CODES_SQL = `
  select ${packedRows('line', 'number')} as lines from (
    select r.number, ${packedRow(['r.number', 'r.class_code', 'r.subject_codes', 'r.movement_codes'])} as line
    from registry.case_records r
    where r.number = any ($1) and (r.secrecy = 0 or (r.secrecy is null and r.source = any ($2)))
      and (r.class_code = any ($3) or r.subject_codes && $4 or r.movement_codes && $5)
    order by r.number
  ) as rows`;

/** Of cases that have a sought code, and only of records that may be told. */
export async function listCaseCodes(
  tx: Transaction,
  numbers: readonly string[],
  sought: SoughtCodes,
): Promise<CaseCodes[]> {
  const { classCodes, subjectCodes, movementCodes } = sought;
  const [row] = await tx.prepared<{ lines: string | null }>('case_codes', CODES_SQL, [
    textArray(numbers),
    [...PUBLIC_ONLY_SOURCES],
    numberArray(classCodes),
    numberArray(subjectCodes),
    numberArray(movementCodes),
  ]);
  const found: CaseCodes[] = [];
  let last = '';
  for (const [number = '', classCode = '', subjects = '', movements = ''] of unpackRows(row?.lines)) {
    if (number !== last) found.push({ classCodes: [], subjectCodes: [], movementCodes: [] });
    last = number;
    const codes = found.at(-1);
    if (classCode !== '') codes?.classCodes.push(Number(classCode));
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
