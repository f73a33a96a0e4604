// The codes that the records of cases carry, for whoever looks for terms and not for cases.
import { numberArray, textArray } from '../../platform/db/array-text.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { packedRow, packedRows, unpackRows } from '../../platform/db/packed-rows.ts';
import { PUBLIC_ONLY_SOURCES } from './facts.ts';

/** What one case has of each of the CNJ's tables; a code may be there several times. */
export type CaseCodes = {
  number: string;
  /** Several sources tell of it. */
  isMixed: boolean;
  /** The first that a source gives without a code. */
  className: string | null;
  classCodes: number[];
  subjectCodes: number[];
  movementCodes: number[];
};

/** Codes of each table that somebody looks for. */
export type SoughtCodes = { classCodes: number[]; subjectCodes: number[]; movementCodes: number[] };

const LINE = packedRow([
  'r.number',
  'r.is_mixed::integer',
  'r.class_code',
  // The one text of a source among them; a name has no line ends.
  "translate(r.class_name, E'\\n\\x1F', '  ')",
  'r.subject_codes',
  'r.movement_codes',
]);

const LINES = packedRows('line', 'number, source');

// Arrays as text: the driver takes ten times as long to read them.
const CODES_SQL = `
  select ${LINES} as lines from (
    select r.number, r.source, ${LINE} as line from (
      select r.number, r.source, r.class_code, r.class_name, r.subject_codes, r.movement_codes,
        min(r.source) over by_number <> max(r.source) over by_number as is_mixed
      from registry.case_records r
      where r.number = any ($1) and (r.secrecy = 0 or (r.secrecy is null and r.source = any ($2)))
      window by_number as (partition by r.number)
    ) r
    where r.is_mixed or r.class_name is not null
      or r.class_code = any ($3) or r.subject_codes && $4 or r.movement_codes && $5
    order by r.number, r.source
  ) as rows`;

/** Of cases that have a sought code, several sources or a class without a code, and only of records that may be told. */
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
  for (const fields of unpackRows(row?.lines)) {
    const [number = '', isMixed, classCode = '', className = '', subjects = '', movements = ''] = fields;
    let codes = found.at(-1);
    if (codes?.number !== number) {
      const none = { classCodes: [], subjectCodes: [], movementCodes: [] };
      codes = { number, isMixed: isMixed === '1', className: null, ...none };
      found.push(codes);
    }
    if (className !== '') codes.className ??= className;
    if (classCode !== '') codes.classCodes.push(Number(classCode));
    readCodes(subjects, codes.subjectCodes);
    readCodes(movements, codes.movementCodes);
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
