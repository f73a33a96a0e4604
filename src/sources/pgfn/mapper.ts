// From a row of the debt register to one of ours.
import { documentRoot, isMaskedCpf, parseDocumentOrMask } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { formatMoney, parseBrazilianMoney, parseMoney } from '../../documents/money.ts';
import { nameKey } from '../../documents/name-key.ts';
import { isoDate, rememberDates } from '../../platform/imports/dates.ts';
import type { FieldName, Layout } from './header.ts';

/** DD/MM/YYYY */
const parseDate = rememberDates((text) =>
  text === '' ? undefined : isoDate(text.slice(6), text.slice(3, 5), text.slice(0, 2)),
);

function valueOf(text: string, warn: (reason: string) => void): string | null {
  if (/^\d{1,15}\.\d\d$/.test(text)) {
    return text;
  }
  if (text === '') {
    return null;
  }
  const cents = text.includes(',') ? parseBrazilianMoney(text) : parseMoney(text);
  if (isFault(cents)) {
    warn('the value is no amount and was left out');
    return null;
  }
  return formatMoney(cents);
}

function dateOf(text: string, warn: (reason: string) => void): string | null {
  const date = parseDate(text);
  if (date === null) {
    warn('a date is none and was left out');
  }
  return date ?? null;
}

const FILED: Readonly<Record<string, string>> = { SIM: 't', NAO: 'f', NÃO: 'f' };

/** A row, or why there is none. */
export function mapDebt(
  layout: Layout,
  fields: readonly string[],
  warn: (reason: string) => void,
): (string | null)[] | string {
  const field = (name: FieldName): string => (fields[layout.at[name]] ?? '').trim();
  const textOf = (name: FieldName): string | null => {
    const text = field(name);
    return text === '' ? null : text;
  };
  const document = parseDocumentOrMask(field('document'));
  if (isFault(document)) {
    return 'the CPF or CNPJ is not valid (its check digits, characters or mask)';
  }
  const inscription = textOf('inscription');
  if (inscription === null) {
    return 'the number of the inscription is missing';
  }
  const name = textOf('name');
  return [
    documentRoot(document),
    document,
    isMaskedCpf(document) && name !== null ? nameKey(name) : null,
    name,
    layout.register,
    inscription,
    textOf('debtorKind')?.toUpperCase() ?? null,
    textOf('state'),
    textOf('unit'),
    textOf('situationKind'),
    textOf('situation'),
    textOf('credit'),
    textOf('entity'),
    dateOf(field('registeredOn'), warn),
    FILED[field('isFiled').toUpperCase()] ?? null,
    valueOf(field('value'), warn),
  ];
}
