// One line of our own format (docs/formats/protest.schema.json) → a protest. Strict: a protest under the wrong document, or
// live where it was paid, harms somebody, so a line that its schema refuses is set aside whole.
import { documentRoot, parseDocument } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import type { Protest } from '../../features/debts/ports.ts';
import {
  extrasOf,
  FieldFault,
  fieldsOf,
  optionalChoice,
  optionalFields,
  optionalMoney,
  optionalText,
  parseJsonLine,
  requiredText,
} from '../../platform/json-lines/fields.ts';
import { isDate, parseInstantMs } from '../../platform/json-lines/moments.ts';

const STATES = ['LIVE', 'CANCELLED', 'PAID'] as const;
const STATE_CODE = /^[A-Z]{2}$/;
const OFFICE_FIELDS = new Set(['name', 'city', 'state']);
const LINE_FIELDS = new Set([
  'key',
  'document',
  'office',
  'protestedOn',
  'dueOn',
  'value',
  'kind',
  'presenter',
  'creditor',
  'state',
  'updatedAt',
]);

export function mapProtestLine(text: string, latestMs: number): Protest {
  const line = fieldsOf(parseJsonLine(text), 'the line');
  const document = parseDocument(requiredText(line['document'], 'document', 100));
  if (isFault(document)) {
    throw new FieldFault(
      document.fault === 'CHECK_DIGITS' ? 'document has wrong check digits' : 'document is no CPF or CNPJ',
    );
  }
  const state = optionalChoice(line['state'], 'state', STATES);
  if (state === null) throw new FieldFault('state is missing');
  const office = optionalFields(line['office'], 'office');
  const extras = extrasOf(line, LINE_FIELDS);
  const officeExtras = extrasOf(office, OFFICE_FIELDS);
  // The exact state is kept: the column tells only whether it is live.
  const closed = state === 'LIVE' ? null : { state };
  return {
    key: requiredText(line['key'], 'key', 200),
    document,
    root: documentRoot(document),
    office: optionalText(office['name'], 'office.name'),
    city: optionalText(office['city'], 'office.city'),
    state: mapStateCode(office['state']),
    protestedOn: mapDate(line['protestedOn'], 'protestedOn'),
    dueOn: mapDate(line['dueOn'], 'dueOn'),
    value: optionalMoney(line['value'], 'value'),
    kind: optionalText(line['kind'], 'kind'),
    presenter: optionalText(line['presenter'], 'presenter'),
    creditor: optionalText(line['creditor'], 'creditor'),
    isLive: state === 'LIVE',
    rest:
      extras === null && officeExtras === null && closed === null
        ? null
        : { ...extras, ...closed, ...(officeExtras === null ? {} : { office: officeExtras }) },
    updatedAt: mapUpdatedAt(line['updatedAt'], latestMs),
  };
}

function mapStateCode(value: unknown): string | null {
  const code = optionalText(value, 'office.state', 2);
  if (code !== null && !STATE_CODE.test(code)) throw new FieldFault('office.state is no code such as SP');
  return code;
}

function mapDate(value: unknown, path: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !isDate(value)) {
    throw new FieldFault(`${path} is no date of the years 1900 to 2099`);
  }
  return value;
}

function mapUpdatedAt(value: unknown, latestMs: number): Date {
  const ms = typeof value === 'string' ? parseInstantMs(value) : null;
  if (ms === null) throw new FieldFault('updatedAt is no instant of the years 1900 to 2099');
  if (ms > latestMs) throw new FieldFault('updatedAt is more than a day ahead');
  return new Date(ms);
}
