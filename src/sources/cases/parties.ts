// The parties of a record. A document that is none must never open a dossier: the party stays by its name alone, and what
// the file said is kept in the rest.
import { parseDocumentOrMask } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { SIDES } from '../../features/cases/ports.ts';
import type { CaseIntake, Party } from '../../features/cases/ports.ts';
import {
  extrasOf,
  FieldFault,
  fieldsOf,
  optionalChoice,
  optionalList,
  optionalText,
  requiredText,
} from '../../platform/json-lines/fields.ts';
import type { Rest } from './rest.ts';

const ROLES = ['PARTY', 'VICTIM', 'WITNESS'] as const;
const NO_PARTIES: Party[] = [];
const PARTY_FIELDS = new Set(['document', 'name', 'side', 'role', 'roleName', 'lawyers', 'homonym']);
const LAWYER_FIELDS = new Set(['name', 'registration']);

export function mapParties(value: unknown, rest: Rest, intake: CaseIntake): Party[] {
  const items = optionalList(value, 'records[].parties', 100_000);
  if (items.length === 0) return NO_PARTIES;
  return items.map((item, index) => {
    const fields = fieldsOf(item, 'records[].parties[]');
    rest.keepItemExtras('parties', index, extrasOf(fields, PARTY_FIELDS));
    const side = optionalChoice(fields['side'], 'records[].parties[].side', SIDES);
    if (side === null) throw new FieldFault('records[].parties[].side is missing');
    const given = optionalText(fields['document'], 'records[].parties[].document', 100);
    const document = mapDocument(given, intake);
    if (given !== null && document === null) rest.keepItemExtras('parties', index, { document: given });
    const party: Party = {
      document,
      name: optionalText(fields['name'], 'records[].parties[].name'),
      side,
      role: optionalChoice(fields['role'], 'records[].parties[].role', ROLES) ?? 'PARTY',
    };
    const roleName = optionalText(fields['roleName'], 'records[].parties[].roleName');
    if (roleName !== null) party.roleName = roleName;
    const lawyers = mapLawyers(fields['lawyers'], rest, index);
    if (lawyers !== null) party.lawyers = lawyers;
    if (isHomonym(fields['homonym'])) party.isHomonym = true;
    return party;
  });
}

function mapDocument(given: string | null, intake: CaseIntake): string | null {
  if (given === null) return null;
  const document = parseDocumentOrMask(given);
  if (!isFault(document)) return document;
  intake.warn(
    document.fault === 'CHECK_DIGITS'
      ? "a party's document has wrong check digits; the party is in no dossier"
      : "a party's document is no CPF or CNPJ; the party is in no dossier",
  );
  return null;
}

function mapLawyers(value: unknown, rest: Rest, party: number): NonNullable<Party['lawyers']> | null {
  const items = optionalList(value, 'records[].parties[].lawyers', 1000);
  if (items.length === 0) return null;
  return items.map((item, index) => {
    const fields = fieldsOf(item, 'records[].parties[].lawyers[]');
    const extras = extrasOf(fields, LAWYER_FIELDS);
    if (extras !== null) rest.keepItemExtras('$lawyers', party, { [index]: extras });
    const name = requiredText(fields['name'], 'records[].parties[].lawyers[].name', 1000);
    const registration = optionalText(
      fields['registration'],
      'records[].parties[].lawyers[].registration',
      1000,
    );
    return registration === null ? { name } : { name, registration };
  });
}

function isHomonym(value: unknown): boolean {
  if (value !== undefined && typeof value !== 'boolean') {
    throw new FieldFault('records[].parties[].homonym is neither true nor false');
  }
  return value === true;
}
