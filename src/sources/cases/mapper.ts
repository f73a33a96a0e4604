// One line of our own format (docs/formats/case.schema.json) → what the feature takes. The format is strict: a line that
// its schema refuses is set aside whole, because half a case may look public, closed or harmless when it is not.
import { hasRightCheckDigits, parseCaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import type { CaseIntake, CaseRecord, Movement } from '../../features/cases/ports.ts';
import {
  codeOf,
  extrasOf,
  FieldFault,
  fieldsOf,
  integerOf,
  optionalChoice,
  optionalFields,
  optionalList,
  optionalMoney,
  optionalText,
  parseJsonLine,
  requiredText,
  textOf,
} from '../../platform/json-lines/fields.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';
import { parseDateOrInstantMs, parseInstantMs } from '../../platform/json-lines/moments.ts';
import { mapParties } from './parties.ts';
import { Rest } from './rest.ts';

export const SOURCE_NAME = 'cases';

/** The CNJ's own codes are below this (the highest was 15732 in September 2025); what is above is a court's own. */
const NATIONAL_CODES_BELOW = 20_000;
const STATES = ['ACTIVE', 'SUSPENDED', 'CLOSED'] as const;
const SECRECY_RANGE = { min: 0, max: 9 };
const MOVEMENT_CODES = { min: 0, max: 999_999_999 };
const NO_CODES: number[] = [];

const LINE_FIELDS = new Set(['number', 'updatedAt', 'records']);
const NAMED_CODE_FIELDS = new Set(['code', 'name']);
const MOVEMENT_FIELDS = new Set(['code', 'name', 'at']);
const RECORD_FIELDS = new Set([
  'degree',
  'key',
  'class',
  'unit',
  'filedAt',
  'value',
  'secrecy',
  'state',
  'subjects',
  'movements',
  'parties',
]);

export function mapCaseLine(text: string, intake: CaseIntake): void {
  const line = fieldsOf(parseJsonLine(text), 'the line');
  const number = parseCaseNumber(textOf(line['number'], 'number', 60));
  if (isFault(number)) throw new FieldFault('number has not 20 digits');
  const updatedAt = mapUpdatedAt(line['updatedAt'], intake.latestMs);
  if (line['records'] === undefined) throw new FieldFault('records is missing');
  const context: Context = { number, updatedAt, lineExtras: extrasOf(line, LINE_FIELDS), intake };
  const records = optionalList(line['records'], 'records', 100).map((value) => mapRecord(value, context));
  if (records.length > 1) refuseSameKeys(records);
  if (!hasRightCheckDigits(number)) intake.warn('number has wrong check digits');
  intake.take({ number, updatedAt, records });
}

type Context = { number: string; updatedAt: Date; lineExtras: Fields | null; intake: CaseIntake };

function mapUpdatedAt(value: unknown, latestMs: number): Date {
  const ms = typeof value === 'string' ? parseInstantMs(value) : null;
  if (ms === null) throw new FieldFault('updatedAt is no instant of the years 1900 to 2099');
  // It would outrank every true update until that day.
  if (ms > latestMs) throw new FieldFault('updatedAt is more than a day ahead');
  return new Date(ms);
}

function refuseSameKeys(records: readonly CaseRecord[]): void {
  const keys = new Set(records.map(({ degree, recordKey }) => JSON.stringify([degree, recordKey])));
  if (keys.size < records.length) throw new FieldFault('records[]: two of one degree and key');
}

function mapRecord(value: unknown, { number, updatedAt, lineExtras, intake }: Context): CaseRecord {
  const record = fieldsOf(value, 'records[]');
  const rest = new Rest(extrasOf(record, RECORD_FIELDS));
  if (lineExtras !== null) rest.keep('$line', lineExtras);
  const classFields = optionalFields(record['class'], 'records[].class');
  const unitFields = optionalFields(record['unit'], 'records[].unit');
  rest.keepExtras('class', classFields, NAMED_CODE_FIELDS);
  rest.keepExtras('unit', unitFields, NAMED_CODE_FIELDS);
  const { code: classCode, name: className } = mapClass(classFields);
  const secrecy = record['secrecy'];
  return {
    number,
    source: SOURCE_NAME,
    degree: requiredText(record['degree'], 'records[].degree', 20),
    recordKey: record['key'] === undefined ? '' : textOf(record['key'], 'records[].key', 200),
    classCode,
    className,
    unitCode: mapUnitCode(unitFields['code']),
    unitName: optionalText(unitFields['name'], 'records[].unit.name'),
    filedAt: mapFiledAt(record['filedAt']),
    value: optionalMoney(record['value'], 'records[].value'),
    secrecy:
      secrecy === undefined || secrecy === null
        ? null
        : integerOf(secrecy, 'records[].secrecy', SECRECY_RANGE),
    courtState: optionalChoice(record['state'], 'records[].state', STATES),
    subjectCodes: mapSubjects(record['subjects'], rest),
    movements: mapMovements(record['movements'], rest),
    parties: mapParties(record['parties'], rest, intake),
    rest: rest.value(),
    updatedAt,
  };
}

function mapClass(fields: Fields): { code: number | null; name: string | null } {
  const name = optionalText(fields['name'], 'records[].class.name');
  const { code } = fields as { code?: unknown };
  if (code === undefined || code === null) return { code: null, name };
  const known = codeOf(code, 'records[].class.code');
  return { code: known, name: known < NATIONAL_CODES_BELOW ? null : name };
}

function mapUnitCode(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  return optionalText(value, 'records[].unit.code', 100);
}

function mapFiledAt(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const ms = typeof value === 'string' ? parseDateOrInstantMs(value) : null;
  if (ms === null) throw new FieldFault('records[].filedAt is no date of the years 1900 to 2099');
  return new Date(ms);
}

function mapSubjects(value: unknown, rest: Rest): number[] {
  const items = optionalList(value, 'records[].subjects', 1000);
  if (items.length === 0) return NO_CODES;
  const codes: number[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const subject = fieldsOf(items[index], 'records[].subjects[]');
    const code = codeOf(subject['code'], 'records[].subjects[].code');
    optionalText(subject['name'], 'records[].subjects[].name');
    rest.keepItemExtras('subjects', index, extrasOf(subject, NAMED_CODE_FIELDS));
    if (!codes.includes(code)) codes.push(code);
  }
  return codes;
}

function mapMovement(movement: Fields, index: number, rest: Rest): Movement {
  const { code: given, at } = movement as { code?: unknown; at?: unknown };
  rest.keepItemExtras('movements', index, extrasOf(movement, MOVEMENT_FIELDS));
  const name = optionalText(movement['name'], 'records[].movements[].name');
  const code =
    given === undefined || given === null
      ? 0
      : integerOf(given, 'records[].movements[].code', MOVEMENT_CODES);
  if (code === 0 && name === null) throw new FieldFault('records[].movements[] has neither code nor name');
  const ms = typeof at === 'string' ? parseDateOrInstantMs(at) : null;
  if (ms === null) throw new FieldFault('records[].movements[].at is no moment of the years 1900 to 2099');
  const isNamed = name !== null && (code === 0 || code >= NATIONAL_CODES_BELOW);
  return isNamed ? { code, name, at: new Date(ms) } : { code, at: new Date(ms) };
}

function mapMovements(value: unknown, rest: Rest): Movement[] {
  const items = optionalList(value, 'records[].movements', 100_000);
  const movements: Movement[] = [];
  let isSorted = true;
  let last = -Infinity;
  for (let index = 0; index < items.length; index += 1) {
    const movement = mapMovement(fieldsOf(items[index], 'records[].movements[]'), index, rest);
    const ms = movement.at.getTime();
    if (ms < last) isSorted = false;
    last = ms;
    movements.push(movement);
  }
  return isSorted ? movements : movements.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
