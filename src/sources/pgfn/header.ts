// The three registers differ in a few columns, and older files in one name. Columns are found by name, so that another
// order or a further column does no harm.
import type { Register } from '../../features/debts/ports.ts';
import { ImportFault } from '../../platform/imports/fault.ts';
import { splitFields } from './fields.ts';

export type Layout = {
  readonly register: Register;
  readonly count: number;
  /** Where each of ours stands; -1 where the file has none. */
  readonly at: Readonly<Record<FieldName, number>>;
};

const NAMES = {
  document: ['CPF_CNPJ'],
  debtorKind: ['TIPO_DEVEDOR'],
  name: ['NOME_DEVEDOR'],
  // Until 2023 this column was the state of the office.
  state: ['UF_DEVEDOR', 'UF_UNIDADE_RESPONSAVEL'],
  unit: ['UNIDADE_RESPONSAVEL'],
  inscription: ['NUMERO_INSCRICAO'],
  situationKind: ['TIPO_SITUACAO_INSCRICAO'],
  situation: ['SITUACAO_INSCRICAO'],
  credit: ['RECEITA_PRINCIPAL', 'TIPO_CREDITO'],
  entity: ['ENTIDADE_RESPONSAVEL'],
  registeredOn: ['DATA_INSCRICAO'],
  isFiled: ['INDICADOR_AJUIZADO'],
  value: ['VALOR_CONSOLIDADO'],
} as const;

export type FieldName = keyof typeof NAMES;

const OPTIONAL: ReadonlySet<string> = new Set(['state', 'unit', 'credit', 'entity', 'debtorKind', 'isFiled']);

function registerOf(columns: readonly string[]): Register {
  if (columns.includes('ENTIDADE_RESPONSAVEL')) {
    return 'severance-fund';
  }
  return columns.includes('TIPO_CREDITO') ? 'social-security' : 'general';
}

export function readHeader(line: string, file: string): Layout {
  const columns = splitFields(line).map((column) => column.trim().toUpperCase());
  const entries = Object.entries(NAMES).map(([field, names]) => [
    field,
    columns.findIndex((column) => (names as readonly string[]).includes(column)),
  ]) as [FieldName, number][];
  const missing = entries
    .filter(([field, index]) => index === -1 && !OPTIONAL.has(field))
    .map(([field]) => NAMES[field][0]);
  if (missing.length > 0) {
    throw new ImportFault(
      'refused',
      `${file} does not begin with the header of a PGFN file (${missing.join(', ')} not found). Is it one of the three ` +
        'zips of "Dados abertos"? The data served are the old ones.',
    );
  }
  return {
    register: registerOf(columns),
    count: columns.length,
    at: Object.fromEntries(entries) as Record<FieldName, number>,
  };
}
