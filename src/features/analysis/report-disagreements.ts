// What sources say differently of a case, in the words of the spreadsheets.
import { localDate } from '../../documents/local-date.ts';
import type { Disagreement } from '../cases/index.ts';
import { sourceLabel } from './report-labels.ts';

type Field = Disagreement['field'];

const FIELD_LABELS: Readonly<Record<Field, string>> = {
  class: 'Classe (código)',
  value: 'Valor da causa',
  filedOn: 'Ajuizado em',
  side: 'Polo',
  life: 'Situação',
};
const WORDS: Readonly<Partial<Record<Field, Readonly<Record<string, string>>>>> = {
  side: { ACTIVE: 'Autor', PASSIVE: 'Réu', THIRD: 'Não classificado' },
  life: { ACTIVE: 'Ativo', INACTIVE: 'Inativo' },
};

function statementText(field: Field, statement: Disagreement['values'][number]): string {
  const { source, value, at, isPredicted } = statement;
  const word = WORDS[field]?.[value] ?? value;
  // A guess must not be read as the court's word.
  const marked = isPredicted === true ? `${word} (previsão, não informado pelo tribunal)` : word;
  return `${sourceLabel(source)} ${marked} em ${localDate(Date.parse(at))}`;
}

/** Null where they agree. */
export function disagreementText(disagreements: readonly Disagreement[] = []): string | null {
  const told = disagreements.map(({ field, values }) => {
    const statements = values.map((statement) => statementText(field, statement));
    return `${FIELD_LABELS[field]}: ${statements.join(' × ')}`;
  });
  return told.length === 0 ? null : told.join('; ');
}
