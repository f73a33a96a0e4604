// From the fields of a published row to a row of ours. The order of the fields is the publisher's (layout of 2026-04).
import { cnpjRoot, isCnpj } from '../../documents/cnpj.ts';
import { isCpf } from '../../documents/cpf.ts';
import { isMaskedCpf, maskCpf, parseMaskedCpf } from '../../documents/document.ts';
import { isFault } from '../../documents/fault.ts';
import { formatMoney, parseBrazilianMoney } from '../../documents/money.ts';
import { nameKey } from '../../documents/name-key.ts';
import { isoDate, rememberDates } from '../../platform/imports/dates.ts';

export type Row = (string | null)[];
/** A row, or why there is none; `warn` for what is odd but taken. */
export type Mapper = (fields: readonly string[], warn: (reason: string) => void) => Row | string;

const NO_REPRESENTATIVE = '***000000**';

const textOf = (field: string | undefined): string | null => {
  const text = (field ?? '').trim();
  return text === '' ? null : text;
};

const padded = (field: string | undefined, length: number): string | null =>
  textOf(field)?.padStart(length, '0') ?? null;

/** yyyymmdd; zeros stand for none. */
const parseDate = rememberDates((text) =>
  /^0*$/.test(text) ? undefined : isoDate(text.slice(0, 4), text.slice(4, 6), text.slice(6)),
);

function dateOf(field: string | undefined, warn: (reason: string) => void): string | null {
  const date = parseDate((field ?? '').trim());
  if (date === null) {
    warn('a date is none and was left out');
  }
  return date ?? null;
}

function rootOf(field: string | undefined): string | null {
  const root = field ?? '';
  return /^[0-9A-Z]{8}$/.test(root) ? root : null;
}

function capitalOf(field: string | undefined, warn: (reason: string) => void): string | null {
  const text = (field ?? '').trim();
  if (/^\d{1,15},\d\d$/.test(text)) {
    return `${text.slice(0, -3)}.${text.slice(-2)}`;
  }
  if (text === '') {
    return null;
  }
  const cents = parseBrazilianMoney(text);
  if (isFault(cents)) {
    warn('the capital is no amount and was left out');
    return null;
  }
  return formatMoney(cents);
}

const BAD_ROOT = 'the root of the CNPJ is not 8 digits or capital letters';

export const mapCompany: Mapper = (fields, warn) => {
  const root = rootOf(fields[0]);
  if (root === null) {
    return BAD_ROOT;
  }
  const name = textOf(fields[1]);
  if (name === null) {
    warn('a company has no name');
  }
  return [
    root,
    name ?? '',
    padded(fields[2], 4),
    padded(fields[3], 2),
    capitalOf(fields[4], warn),
    padded(fields[5], 2),
    textOf(fields[6]),
  ];
};

function phoneOf(area = '', number = ''): string | null {
  return area === '' && number === '' ? null : textOf(`${area} ${number}`);
}

export const mapEstablishment: Mapper = (fields, warn) => {
  const document = `${fields[0]}${fields[1]}${fields[2]}`;
  if (!isCnpj(document)) {
    return 'the CNPJ is not valid (its check digits or characters)';
  }
  const place = fields[3];
  if (place !== '1' && place !== '2') {
    return 'it is neither a head office (1) nor a branch (2)';
  }
  const situation = padded(fields[5], 2);
  if (situation === null) {
    return 'the registry situation is missing';
  }
  return [
    document,
    place === '1' ? 't' : 'f',
    textOf(fields[4]),
    situation,
    dateOf(fields[6], warn),
    padded(fields[7], 2),
    textOf(fields[8]),
    padded(fields[9], 3),
    dateOf(fields[10], warn),
    padded(fields[11], 7),
    textOf(fields[12]),
    textOf(fields[13]),
    textOf(fields[14]),
    textOf(fields[15]),
    textOf(fields[16]),
    textOf(fields[17]),
    padded(fields[18], 8),
    textOf(fields[19]),
    padded(fields[20], 4),
    phoneOf(fields[21], fields[22]),
    phoneOf(fields[23], fields[24]),
    phoneOf(fields[25], fields[26]),
    textOf(fields[27]),
    textOf(fields[28]),
    dateOf(fields[29], warn),
  ];
};

/** A masked CPF even where the publisher forgot to mask it; null when it shows nothing. */
function maskedOf(field: string | undefined): string | null | undefined {
  const text = (field ?? '').trim();
  if (text === '' || text === NO_REPRESENTATIVE) {
    return null;
  }
  if (isMaskedCpf(text)) {
    return text;
  }
  if (isCpf(text)) {
    return maskCpf(text);
  }
  const masked = parseMaskedCpf(text);
  return isFault(masked) ? undefined : masked;
}

type PartnerDocument = { document: string | null; root: string | null } | string;

function partnerDocumentOf(kind: string | undefined, field: string | undefined): PartnerDocument {
  const text = (field ?? '').trim();
  if (kind === '1') {
    // Companies abroad are partners too, without a number.
    if (text === '') {
      return { document: null, root: null };
    }
    return isCnpj(text)
      ? { document: text, root: cnpjRoot(text) }
      : "the partner's CNPJ is not valid (its check digits or characters)";
  }
  if (kind !== '2' && kind !== '3') {
    return 'the kind of partner is not 1, 2 or 3';
  }
  const masked = maskedOf(text);
  if (masked === undefined) {
    return "the partner's CPF is not masked as it should be";
  }
  return { document: masked, root: masked };
}

export const mapPartner: Mapper = (fields, warn) => {
  const root = rootOf(fields[0]);
  if (root === null) {
    return BAD_ROOT;
  }
  const partner = partnerDocumentOf(fields[1], fields[3]);
  if (typeof partner === 'string') {
    return partner;
  }
  const name = textOf(fields[2]);
  const representative = maskedOf(fields[7]);
  if (representative === undefined) {
    warn("a representative's CPF is not masked as it should be and was left out");
  }
  const qualification = padded(fields[9], 2);
  return [
    root,
    fields[1] ?? '',
    name,
    name === null ? null : nameKey(name),
    partner.document,
    partner.root,
    padded(fields[4], 2),
    dateOf(fields[5], warn),
    padded(fields[6], 3),
    representative ?? null,
    textOf(fields[8]),
    qualification === '00' ? null : qualification,
    textOf(fields[10]),
  ];
};

const CHOICES: Readonly<Record<string, string>> = { S: 't', N: 'f' };

export const mapSimples: Mapper = (fields, warn) => {
  const root = rootOf(fields[0]);
  if (root === null) {
    return BAD_ROOT;
  }
  return [
    root,
    CHOICES[fields[1] ?? ''] ?? null,
    dateOf(fields[2], warn),
    dateOf(fields[3], warn),
    CHOICES[fields[4] ?? ''] ?? null,
    dateOf(fields[5], warn),
    dateOf(fields[6], warn),
  ];
};

export function mapCode(kind: string): Mapper {
  return (fields) => {
    const [code, name] = [textOf(fields[0]), textOf(fields[1])];
    return code === null || name === null ? 'the code or its description is missing' : [kind, code, name];
  };
}
