// The first sheet: what somebody reads who reads nothing else.
import { formatDocument } from '../../documents/document.ts';
import type { FreeCell, Sheet, SheetLayout } from '../../platform/xlsx/workbook.ts';
import { ageText } from './printed-words.ts';
import type { CheckedSource, ReportInput } from './report-input.ts';
import { KEY_LABELS, NOT_CHECKED, OUTCOME_LABELS, sourceLabel } from './report-labels.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';
import type { SummaryKey } from './summary-keys.ts';

export type Edition = 'full' | 'risk';
/** What was counted while the rows were written. */
export type Written = { readonly cases: number; readonly casesWithoutValue: number };

export const SUMMARY: SheetLayout = {
  name: 'Resumo',
  columns: [46, 30, 22, 46].map((width) => ({ title: '', width, kind: 'text' })),
  isTable: false,
};

const TITLES: Readonly<Record<Edition, string>> = {
  full: 'Relatório de análise: todos os processos',
  risk: 'Relatório de análise: processos com risco',
};

const title = (value: string): FreeCell => ({ kind: 'title', value });
const label = (value: string): FreeCell => ({ kind: 'label', value });
const heading = (value: string): FreeCell => ({ kind: 'heading', value });
const text = (value: string | null): FreeCell => ({ kind: 'text', value });

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const moment = (at: Date | null): FreeCell => ({
  kind: 'moment',
  value: at === null ? null : clock.format(at).replace(' ', 'T'),
});

/** The part that a key counts in, where it is none of the court cases. */
function sourcesOf(input: ReportInput, key: SummaryKey): readonly CheckedSource[] {
  if (key === 'RISK_PROTEST') return input.protests.sources;
  return key === 'RISK_DEBTOR' ? input.debts.sources : input.cases.sources;
}

function isChecked(sources: readonly CheckedSource[]): boolean {
  return sources.some(({ outcome }) => outcome === 'FOUND' || outcome === 'NOTHING_FOUND');
}

function keyRow(input: ReportInput, key: SummaryKey): FreeCell[] {
  const { count, value } = input.summary[key];
  if (!isChecked(sourcesOf(input, key)))
    return [text(KEY_LABELS[key]), text(NOT_CHECKED), text(null), text(key)];
  return [text(KEY_LABELS[key]), { kind: 'integer', value: count }, { kind: 'money', value }, text(key)];
}

function sourceRow(what: string, source: CheckedSource, now: Date): FreeCell[] {
  const edition = source.edition === null ? '' : `, edição ${source.edition}`;
  const failed = source.failedAt === null ? '' : ', a importação mais recente falhou';
  return [
    text(`${what}: ${sourceLabel(source.source)}`),
    text(OUTCOME_LABELS[source.outcome]),
    moment(source.importedAt),
    text(`${ageText(source.importedAt, now)}${edition}${failed}`),
  ];
}

function sourceRows(input: ReportInput): FreeCell[][] {
  const parts = [
    ['Processos', input.cases.sources],
    ['Dívidas', input.debts.sources],
    ['Protestos', input.protests.sources],
    ['Sócios', input.partners.sources],
  ] as const;
  return parts.flatMap(([what, sources]) =>
    sources.length === 0
      ? [[text(what), text(NOT_CHECKED)]]
      : sources.map((source) => sourceRow(what, source, input.generatedAt)),
  );
}

export async function writeSummary(
  sheet: Sheet,
  input: ReportInput,
  edition: Edition,
  written: Written,
): Promise<void> {
  const rows: FreeCell[][] = [
    [title(TITLES[edition])],
    [label('Documento'), text(formatDocument(input.document))],
    [label('Nome'), text(input.name ?? 'não conhecido')],
    [label('Gerado em'), moment(input.generatedAt)],
    [label('Versão das regras'), text(input.rulesVersion)],
    [label('Processos neste arquivo'), { kind: 'integer', value: written.cases }],
    [label('Destes, sem valor conhecido'), { kind: 'integer', value: written.casesWithoutValue }],
    [],
    ['Classificação', 'Quantidade', 'Valor conhecido (R$)', 'Chave'].map(heading),
    ...SUMMARY_KEYS.map((key) => keyRow(input, key)),
    [],
    ['Fonte', 'Situação', 'Atualizada em', 'Idade'].map(heading),
    ...sourceRows(input),
  ];
  for (const row of rows) await sheet.addFree(row);
}
