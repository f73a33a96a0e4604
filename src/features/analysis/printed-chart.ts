// Risk by class of case: one bar for each, as long as it has cases, the part with risk dark.
import type { Paper } from '../../platform/pdf/paper.ts';
import type { PrintedInput } from './printed-input.ts';
import { COLORS, LEFT, WIDTH } from './printed-style.ts';
import { isChecked } from './printed-verdict.ts';
import { countText } from './printed-words.ts';

type Bar = { readonly label: string; readonly total: number; readonly withRisk: number };
type Group = { readonly title: string; readonly bars: readonly Bar[] };

const ROW = 17;
const GROUP_GAP = 9;
const THICKNESS = 10;
const BARS_AT = LEFT + 168;
const BARS_WIDTH = 196;
const NUMBERS_AT = BARS_AT + BARS_WIDTH + 12;
/** One among a hundred thousand is still to be seen. */
const LEAST_WIDTH = 1.5;

function groupsOf({ summary, civil }: PrintedInput): readonly Group[] {
  const bar = (label: string, all: keyof typeof summary, risk: keyof typeof summary): Bar => ({
    label,
    total: summary[all].totalProcess,
    withRisk: summary[risk].totalProcess,
  });
  const life = (label: string, withRisk: number, without: number): Bar => ({
    label,
    total: withRisk + without,
    withRisk,
  });
  const count = (key: keyof typeof summary): number => summary[key].totalProcess;
  return [
    {
      title: 'Natureza',
      bars: [
        bar('Execuções', 'RISK_EXECUTION', 'EXECUTION_WITH_RISK'),
        bar('Trabalhistas', 'RISK_WORKER', 'WORKER_WITH_RISK'),
        bar('Criminais', 'RISK_CRIMINAL', 'CRIMINAL_WITH_RISK'),
        { label: 'Cíveis e demais', ...civil },
      ],
    },
    {
      title: 'Polo',
      bars: [
        bar('Réu', 'ISDEFENDANT', 'ISDEFENDANT_WITH_RISK'),
        bar('Autor', 'ISAUTHOR', 'ISAUTHOR_WITH_RISK'),
        bar('Não classificado', 'PERSON_NOT_CLASSIFIED', 'PERSON_NOT_CLASSIFIED_WITH_RISK'),
      ],
    },
    {
      title: 'Situação',
      bars: [
        life('Ativos', count('IS_ACTIVE_WITH_RISK'), count('IS_ACTIVE_WITHOUT_RISK')),
        life('Inativos', count('IS_INACTIVE_WITH_RISK'), count('IS_INACTIVE_WITHOUT_RISK')),
      ],
    },
  ];
}

function drawLegend(paper: Paper, y: number): void {
  const entries = [
    [COLORS.risk, 'com risco'],
    [COLORS.calm, 'sem risco'],
  ] as const;
  for (const [index, [color, text]] of entries.entries()) {
    const x = LEFT + WIDTH - 112 + index * 60;
    paper.paint({ x, y: y - 7, width: 8, height: 8 }, color);
    paper.write(text, { x: x + 12, y, width: 52, size: 8, color: COLORS.muted });
  }
}

function drawBar(
  paper: Paper,
  { label, total, withRisk }: Bar,
  { y, longest }: { y: number; longest: number },
): void {
  const base = y + THICKNESS - 1.5;
  paper.write(label, { x: LEFT + 70, y: base, width: 92, size: 9, color: COLORS.ink });
  const long = (count: number): number =>
    count === 0 ? 0 : Math.max(LEAST_WIDTH, (count / longest) * BARS_WIDTH);
  const dark = long(withRisk);
  paper.paint({ x: BARS_AT, y, width: dark, height: THICKNESS }, COLORS.risk);
  const light = Math.max(long(total) - dark, total > withRisk ? LEAST_WIDTH : 0);
  paper.paint({ x: BARS_AT + dark, y, width: light, height: THICKNESS }, COLORS.calm);
  const words = total === 0 ? 'nenhum' : `${countText(withRisk)} com risco, de ${countText(total)}`;
  const color = withRisk > 0 ? COLORS.ink : COLORS.muted;
  paper.write(words, {
    x: NUMBERS_AT,
    y: base,
    width: LEFT + WIDTH - NUMBERS_AT,
    size: 8.5,
    color,
    isWhole: true,
  });
}

/** Gives where it ends. */
export function drawChart(paper: Paper, input: PrintedInput, top: number): number {
  const heading = { x: LEFT, width: 300, size: 11, color: COLORS.brand, isBold: true };
  paper.write('Risco por classe de processo', { ...heading, y: top });
  const hasCases = input.summary.ALL.totalProcess > 0;
  if (!hasCases) {
    const words = isChecked(input.sources, 'cases')
      ? 'Nenhum processo foi encontrado.'
      : 'Os processos não foram verificados.';
    paper.write(words, { x: LEFT, y: top + 24, width: WIDTH, size: 9.5, color: COLORS.muted });
    return top + 36;
  }
  drawLegend(paper, top);
  const groups = groupsOf(input);
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ total }) => total)));
  let y = top + 14;
  for (const { title, bars } of groups) {
    const label = { x: LEFT, y: y + THICKNESS - 1.5, width: 66, size: 8.5, color: COLORS.muted };
    paper.write(title, label);
    for (const bar of bars) {
      drawBar(paper, bar, { y, longest });
      y += ROW;
    }
    y += GROUP_GAP;
  }
  return y;
}
