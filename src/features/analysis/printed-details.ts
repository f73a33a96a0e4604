// The tables of the second page.
import type { Debt } from '../debts/index.ts';
import type { CheckedSource } from './ports.ts';
import type { PrintedInput } from './printed-input.ts';
import type { PrintedRow, PrintedTable } from './printed-table.ts';
import { isChecked, partOf } from './printed-verdict.ts';
import { ageText, countText, dayText, moneyText } from './printed-words.ts';
import { DEBT_STATE_LABELS, KEY_LABELS, NOT_CHECKED, OUTCOME_LABELS, sourceLabel } from './report-labels.ts';
import { SUMMARY_KEYS } from './summary-keys.ts';

/** So many lines does the page have for the sources of a part. */
const MOST_SOURCES: Readonly<Record<CheckedSource['step'], number>> = {
  cases: 4,
  debts: 2,
  protests: 2,
  partners: 2,
};

export function tableOfKeys({ summary, sources }: PrintedInput): PrintedTable {
  return {
    title: 'As vinte classificações',
    columns: [
      { title: 'Classificação', width: 281 },
      { title: 'Quantidade', width: 90, isRight: true },
      { title: 'Valor conhecido', width: 140, isRight: true },
    ],
    rows: SUMMARY_KEYS.map((key) => {
      const { totalProcess, vltotalProcess } = summary[key];
      const counted = isChecked(sources, partOf(key))
        ? [countText(totalProcess), moneyText(vltotalProcess)]
        : [NOT_CHECKED, ''];
      return { cells: [KEY_LABELS[key], ...counted], isStrong: key === 'ALL' };
    }),
    rowHeight: 14,
  };
}

const DEBT_STATES: readonly Debt['state'][] = [
  'COLLECTING',
  'NEGOTIATING',
  'GUARANTEED',
  'SUSPENDED',
  'BENEFIT',
  'UNKNOWN',
];

/** What is in collection is the summary's own, and whole; of the others no more is known than was kept. */
function debtRows({ summary, debts, areDebtsCutShort }: PrintedInput): PrintedRow[] {
  return DEBT_STATES.flatMap((state) => {
    const { totalProcess, vltotalProcess } = summary.RISK_DEBTOR;
    const isCollecting = state === 'COLLECTING';
    const tally = isCollecting ? { count: totalProcess, value: vltotalProcess } : debts.get(state);
    if (tally === undefined) return [];
    const least = areDebtsCutShort && !isCollecting ? 'ao menos ' : '';
    const label = `Dívida ativa: ${DEBT_STATE_LABELS[state].toLowerCase()}`;
    return [
      { cells: [label, least + countText(tally.count), moneyText(tally.value)], isStrong: isCollecting },
    ];
  });
}

export function tableOfDebts(input: PrintedInput): PrintedTable {
  const { summary, sources } = input;
  const unknown = (label: string): PrintedRow => ({ cells: [label, NOT_CHECKED, ''] });
  const { totalProcess, vltotalProcess } = summary.RISK_PROTEST;
  const protests = { cells: ['Protestos em cartório', countText(totalProcess), moneyText(vltotalProcess)] };
  return {
    title: 'Dívida ativa e protestos',
    columns: [
      { title: 'O quê', width: 281 },
      { title: 'Quantidade', width: 90, isRight: true },
      { title: 'Valor', width: 140, isRight: true },
    ],
    rows: [
      ...(isChecked(sources, 'debts') ? debtRows(input) : [unknown('Dívida ativa')]),
      isChecked(sources, 'protests') ? { ...protests, isStrong: true } : unknown('Protestos em cartório'),
    ],
    rowHeight: 14,
  };
}

const STEPS: readonly (readonly [CheckedSource['step'], string])[] = [
  ['cases', 'Processos'],
  ['debts', 'Dívida ativa'],
  ['protests', 'Protestos'],
  ['partners', 'Sócios'],
];

function sourceRow(what: string, source: CheckedSource, now: Date): PrintedRow {
  const at = source.asOf === null ? null : new Date(source.asOf);
  const edition = source.edition === null ? '' : `, edição ${source.edition}`;
  const when = at === null ? '' : dayText(at);
  const asked = OUTCOME_LABELS[source.outcome];
  return { cells: [what, sourceLabel(source.source), asked, when, ageText(at, now) + edition] };
}

function sourceRows(
  [step, what]: (typeof STEPS)[number],
  { sources, printedAt }: PrintedInput,
): PrintedRow[] {
  const asked = sources.filter((source) => source.step === step);
  if (asked.length === 0) return [{ cells: [what, '', NOT_CHECKED] }];
  const most = MOST_SOURCES[step];
  const shown = asked.slice(0, asked.length > most ? most - 1 : most);
  const rows = shown.map((source) => sourceRow(what, source, printedAt));
  const more = asked.length - shown.length;
  return more === 0 ? rows : [...rows, { cells: [what, `e mais ${more}, nas planilhas`] }];
}

export function tableOfSources(input: PrintedInput): PrintedTable {
  return {
    title: 'Fontes e sua idade',
    columns: [
      { title: 'Parte', width: 58 },
      { title: 'Fonte', width: 140 },
      { title: 'Situação', width: 124 },
      { title: 'Atualizada em', width: 66 },
      { title: 'Idade', width: 123 },
    ],
    rows: STEPS.flatMap((step) => sourceRows(step, input)),
    rowHeight: 14,
  };
}
