// A company as rows of the tax registry's files: every field quoted, semicolons, dates as yyyymmdd with zeros for none.
import { DISTRICTS, STREET_NAMES, STREETS } from './cities.ts';
import type { CompanyRecord, Establishment, Partner } from './company-record.ts';
import { makeCnpj } from './numbers.ts';
import { at, scramble } from './random.ts';

const NO_DATE = '00000000';
const NO_REPRESENTATIVE = '***000000**';

export function csvRow(fields: readonly string[]): string {
  return `"${fields.join('";"')}"\n`;
}

export function companyRow(company: CompanyRecord): string {
  const { root, name, legalNature, responsible, capital, size, entity } = company;
  return csvRow([root, name, legalNature, responsible, capital, size, entity]);
}

export function establishmentRow(root: string, establishment: Establishment): string {
  const { order, city } = establishment;
  const document = makeCnpj(root, order);
  const bits = scramble(Number.parseInt(document.slice(2, 9), 36), Number(document.slice(12)));
  // A few postal codes arrive without their leading zero.
  const postalCode = String(1_000_000 + (bits % 98_000_000)).padStart(8, '0');
  return csvRow([
    root,
    order,
    document.slice(12),
    establishment.isHead ? '1' : '2',
    establishment.tradeName,
    establishment.situation,
    establishment.situationOn,
    establishment.reason,
    '',
    '',
    establishment.startedOn,
    establishment.activity,
    bits % 3 === 0 ? '4751201,8211300' : '',
    at(STREETS, bits >>> 3),
    at(STREET_NAMES, bits >>> 6),
    String(1 + (bits % 2900)),
    bits % 4 === 0 ? `SALA ${1 + (bits % 90)}` : '',
    at(DISTRICTS, bits >>> 9),
    bits % 1000 === 0 ? postalCode.slice(1) : postalCode,
    city.state,
    city.code,
    city.areaCode,
    String(30_000_000 + (bits % 9_000_000)),
    '',
    '',
    '',
    '',
    bits % 5 === 0 ? '' : `contato${bits % 10_000}@exemplo.com.br`,
    '',
    bits % 2 === 0 ? '' : '0',
  ]);
}

export function partnerRow(root: string, partner: Partner): string {
  return csvRow([
    root,
    partner.kind,
    partner.name,
    partner.document,
    partner.qualification,
    partner.since,
    partner.country,
    NO_REPRESENTATIVE,
    '',
    '00',
    partner.ageBand,
  ]);
}

export function simplesRow({ root, simples }: CompanyRecord): string {
  if (simples === null) throw new Error('a company without the option has no row');
  const { since, until, isMei } = simples;
  const isIn = until === NO_DATE;
  const mei = isMei ? [isIn ? 'S' : 'N', since, until] : ['N', NO_DATE, NO_DATE];
  return csvRow([root, isIn ? 'S' : 'N', since, until, ...mei]);
}
