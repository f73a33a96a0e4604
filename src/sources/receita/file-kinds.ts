// Which of the publisher's files is which, by the name inside its zip or by the zip's own.
import { mapCode, mapCompany, mapEstablishment, mapPartner, mapSimples } from './mapper.ts';
import type { Mapper } from './mapper.ts';

export type FileKind = {
  /** As the publisher calls it. */
  readonly name: string;
  readonly pattern: RegExp;
  readonly fields: number;
  readonly table: string;
  readonly map: Mapper;
  /** Comes in numbered parts. */
  readonly isParted: boolean;
};

const parted = (name: string, pattern: RegExp, fields: number, [table, map]: [string, Mapper]): FileKind => ({
  name,
  pattern,
  fields,
  table,
  map,
  isParted: true,
});

const code = (name: string, pattern: RegExp, kind: string): FileKind => ({
  name,
  pattern,
  fields: 2,
  table: 'company_codes',
  map: mapCode(kind),
  isParted: false,
});

export const FILE_KINDS: readonly FileKind[] = [
  parted('Empresas', /EMPRECSV|^Empresas/i, 7, ['companies', mapCompany]),
  parted('Estabelecimentos', /ESTABELE/i, 30, ['establishments', mapEstablishment]),
  parted('Socios', /SOCIOCSV|^Socios/i, 11, ['partners', mapPartner]),
  {
    name: 'Simples',
    pattern: /SIMPLES/i,
    fields: 7,
    table: 'simples_options',
    map: mapSimples,
    isParted: false,
  },
  code('Cnaes', /CNAECSV|^Cnaes/i, 'activity'),
  code('Motivos', /MOTICSV|^Motivos/i, 'reason'),
  code('Municipios', /MUNICCSV|^Municipios/i, 'city'),
  code('Naturezas', /NATJUCSV|^Naturezas/i, 'legal-nature'),
  code('Paises', /PAISCSV|^Paises/i, 'country'),
  code('Qualificacoes', /QUALSCSV|^Qualificacoes/i, 'qualification'),
];

export function findKind(name: string): FileKind | null {
  return FILE_KINDS.find(({ pattern }) => pattern.test(name)) ?? null;
}

/** `K3241.K03200Y7.D61010.EMPRECSV` and `Empresas7.csv` are part 7. */
export function partOf(name: string): number {
  return Number(/Y(\d+)\./.exec(name)?.[1] ?? /^[a-z]+(\d+)/i.exec(name)?.[1] ?? 0);
}
