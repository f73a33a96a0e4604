// One search hit of the CNJ's public API (seen 2025 and 2026) → a record without parties. The API is as its courts fill it:
// what can be read is taken, what cannot is kept in the rest under the API's own names and warned of. Only a hit without
// number, degree or readable class is set aside: a class decides whether a case may be shown at all.
import { hasRightCheckDigits, parseCaseNumber } from '../../documents/case-number.ts';
import type { CaseNumber } from '../../documents/case-number.ts';
import { isFault } from '../../documents/fault.ts';
import type { CaseIntake, CaseRecord } from '../../features/cases/ports.ts';
import {
  extrasOf,
  FieldFault,
  fieldsOf,
  isFields,
  optionalFields,
  optionalText,
} from '../../platform/json-lines/fields.ts';
import type { Fields } from '../../platform/json-lines/fields.ts';
import { mapMovements } from './movements.ts';
import { isNational, readCode, readMomentMs } from './readings.ts';

export const SOURCE_NAME = 'datajud';

const KNOWN_FIELDS = new Set([
  'id',
  'numeroProcesso',
  'grau',
  'nivelSigilo',
  'dataAjuizamento',
  'dataHoraUltimaAtualizacao',
  '@timestamp',
  'classe',
  'assuntos',
  'orgaoJulgador',
  'movimentos',
]);

export function mapHit(hit: Fields, intake: CaseIntake): void {
  const doc = fieldsOf(hit['_source'], '_source');
  const number = mapNumber(doc['numeroProcesso']);
  const rest: Record<string, unknown> = { ...extrasOf(doc, KNOWN_FIELDS) };
  const classFields = optionalFields(doc['classe'], 'classe');
  const unit = optionalFields(doc['orgaoJulgador'], 'orgaoJulgador');
  const classCode = mapClassCode(classFields);
  const unitCode = mapUnitCode(unit['codigo'] ?? unit['codigoOrgao']);
  keepUnit(unit, rest);
  const updatedAt = mapUpdatedAt(doc, rest, intake);
  const record: CaseRecord = {
    number,
    source: SOURCE_NAME,
    degree: mapDegree(doc, hit),
    recordKey: `${classCode ?? ''}_${unitCode ?? ''}`,
    classCode,
    className: isNational(classCode) ? null : optionalText(classFields['nome'], 'classe.nome'),
    unitCode,
    unitName: optionalText(unit['nome'] ?? unit['nomeOrgao'], 'orgaoJulgador.nome'),
    filedAt: mapDate(doc['dataAjuizamento'], 'dataAjuizamento', rest, intake),
    value: null,
    secrecy: mapSecrecy(doc['nivelSigilo']),
    courtState: null,
    subjectCodes: mapSubjects(doc['assuntos'], rest, intake),
    movements: mapMovements(doc['movimentos'], rest, intake),
    parties: [],
    rest: null,
    updatedAt,
  };
  if (Object.keys(rest).length > 0) record.rest = rest;
  if (!hasRightCheckDigits(number)) intake.warn('numeroProcesso has wrong check digits');
  intake.take({ number, updatedAt, records: [record] });
}

function mapNumber(value: unknown): CaseNumber {
  if (typeof value === 'number')
    throw new FieldFault('numeroProcesso is a JSON number, which has lost digits');
  const number = typeof value === 'string' ? parseCaseNumber(value) : null;
  if (number === null || isFault(number)) throw new FieldFault('numeroProcesso has not 20 digits');
  return number;
}

/** `_id` is TRIBUNAL_CLASS_DEGREE_UNIT_NUMBER. */
function mapDegree(doc: Fields, hit: Fields): string {
  const given = doc['grau'];
  if (typeof given === 'string' && given !== '' && given.length <= 20) return given;
  const id = hit['_id'] ?? doc['id'];
  const degree = typeof id === 'string' ? id.split('_')[2] : undefined;
  if (degree === undefined || degree === '' || degree.length > 20) throw new FieldFault('grau is missing');
  return degree;
}

function mapClassCode(fields: Fields): number | null {
  const given = fields['codigo'];
  if (given === undefined || given === null) return null;
  const code = readCode(given);
  if (code === null) throw new FieldFault('classe.codigo is no code');
  return code;
}

function mapUnitCode(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  return optionalText(value, 'orgaoJulgador.codigo', 100);
}

const UNIT_FIELDS = new Set(['codigo', 'nome', 'codigoOrgao', 'nomeOrgao']);

function keepUnit(unit: Fields, rest: Record<string, unknown>): void {
  const extras = extrasOf(unit, UNIT_FIELDS);
  if (extras !== null) rest['orgaoJulgador'] = extras;
}

function mapSecrecy(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const level = typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value;
  if (!Number.isInteger(level) || (level as number) < 0 || (level as number) > 9) {
    throw new FieldFault('nivelSigilo is no level from 0 to 9');
  }
  return level as number;
}

function mapDate(
  value: unknown,
  name: string,
  rest: Record<string, unknown>,
  intake: CaseIntake,
): Date | null {
  if (value === undefined || value === null || value === '') return null;
  const ms = readMomentMs(value);
  if (ms !== null) return new Date(ms);
  rest[name] = value;
  intake.warn(`${name} cannot be read and is left out`);
  return null;
}

function mapUpdatedAt(doc: Fields, rest: Record<string, unknown>, intake: CaseIntake): Date | null {
  const name = doc['dataHoraUltimaAtualizacao'] === undefined ? '@timestamp' : 'dataHoraUltimaAtualizacao';
  const updatedAt = mapDate(doc[name], name, rest, intake);
  if (updatedAt === null) {
    intake.warn('the hit does not say when it was last changed');
    return null;
  }
  // It would outrank every true update until that day.
  if (updatedAt.getTime() > intake.latestMs) throw new FieldFault(`${name} is more than a day ahead`);
  return updatedAt;
}

function mapSubjects(value: unknown, rest: Record<string, unknown>, intake: CaseIntake): number[] {
  if (value === undefined || value === null) return [];
  // Lists inside the list occur in the API's own example.
  const items: unknown[] = (Array.isArray(value) ? value : [value]).flat(5);
  const codes = new Set<number>();
  const unread: unknown[] = [];
  for (const item of items) {
    const code = isFields(item) ? readCode(item['codigo']) : readCode(item);
    if (code !== null) codes.add(code);
    else if (item !== null) unread.push(item);
  }
  if (unread.length > 0) {
    rest['assuntos'] = unread;
    intake.warn('a subject has no code and is left out');
  }
  return [...codes];
}
