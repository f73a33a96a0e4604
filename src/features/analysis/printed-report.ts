// An analysis on exactly two pages, for people who decide and read nothing else: what it says, why, and on what it rests.
import { documentType, formatDocument } from '../../documents/document.ts';
import { MISSING, toLatin } from '../../platform/pdf/latin-text.ts';
import { openPaper, PAGE_WIDTH } from '../../platform/pdf/paper.ts';
import type { Paper } from '../../platform/pdf/paper.ts';
import { drawChart } from './printed-chart.ts';
import { tableOfDebts, tableOfKeys, tableOfSources } from './printed-details.ts';
import type { PrintedInput } from './printed-input.ts';
import { drawReasons } from './printed-reasons.ts';
import { COLORS, LEFT, TONES, WIDTH } from './printed-style.ts';
import { drawTable } from './printed-table.ts';
import { isChecked, judge, riskOf } from './printed-verdict.ts';
import type { Part } from './printed-verdict.ts';
import { countText, momentText, moneyText } from './printed-words.ts';
import { NOT_CHECKED } from './report-labels.ts';

const PAGES = 2;
const UNKNOWN_NAME = 'Nome não conhecido';

const muted = { color: COLORS.muted, size: 8 };

const nameText = ({ name }: PrintedInput): string => (name === '' ? UNKNOWN_NAME : name);

function documentText({ document }: PrintedInput): string {
  return `${documentType(document)} ${formatDocument(document)}`;
}

function drawFrame(paper: Paper, input: PrintedInput, page: number): void {
  const { analysisId, printedAt } = input;
  paper.addPage();
  paper.paint({ x: 0, y: 0, width: PAGE_WIDTH, height: 6 }, COLORS.brand);
  const head = { x: LEFT, y: 34, width: WIDTH, size: 9 };
  paper.write('Relatório de análise', { ...head, color: COLORS.brand, isBold: true });
  paper.write('Farol', { ...head, color: COLORS.muted, isRight: true });
  paper.paint({ x: LEFT, y: 40, width: WIDTH, height: 0.5 }, COLORS.hairline);
  const foot = { ...muted, x: LEFT, y: 820, width: WIDTH };
  paper.paint({ x: LEFT, y: 808, width: WIDTH, height: 0.5 }, COLORS.hairline);
  paper.write(`Análise ${analysisId}, impressa em ${momentText(printedAt)} (horário de Brasília)`, foot);
  paper.write(`Página ${page} de ${PAGES}`, { ...foot, isRight: true });
}

function drawTitle(paper: Paper, input: PrintedInput): number {
  const { registryStatus, analysisId, createdAt, rulesVersion } = input;
  const title = { x: LEFT, width: WIDTH, size: 16, color: COLORS.ink, isBold: true, lines: 2, leading: 19 };
  paper.writeParagraph(nameText(input), { ...title, y: 66 });
  const top = 66 + paper.countLines(nameText(input), { ...title, y: 0 }) * title.leading;
  const facts = [
    ['Documento', documentText(input), 148],
    ['Situação na Receita Federal', registryStatus, 128],
    ['Analisado em', momentText(createdAt), 112],
    ['Análise', String(analysisId), 64],
    ['Regras', `versão ${rulesVersion}`, 59],
  ] as const;
  let x = LEFT;
  for (const [label, value, width] of facts) {
    paper.write(label, { ...muted, x, y: top + 4, width: width - 8 });
    paper.write(value, { x, y: top + 17, width: width - 8, size: 10, color: COLORS.ink });
    x += width;
  }
  return top + 32;
}

function drawVerdict(paper: Paper, input: PrintedInput, top: number): number {
  const { tone, title, found, looked } = judge(input);
  const { stripe, ground } = TONES[tone];
  const height = 62;
  paper.paint({ x: LEFT, y: top, width: WIDTH, height }, ground);
  paper.paint({ x: LEFT, y: top, width: 5, height }, stripe);
  const line = { x: LEFT + 17, width: WIDTH - 30, size: 9.5, color: COLORS.ink };
  paper.write(title, { ...line, y: top + 21, size: 14, color: stripe, isBold: true });
  const told = [found, looked].filter((text) => text !== '');
  for (const [index, text] of told.entries()) paper.write(text, { ...line, y: top + 37 + index * 13 });
  return top + height + 12;
}

function drawFigures(paper: Paper, input: PrintedInput, top: number): number {
  const { summary, sources } = input;
  const { ALL: all, RISK_DEBTOR: debts, RISK_PROTEST: protests } = summary;
  const risk = riskOf(summary);
  const figures: readonly (readonly [string, Part, number, string])[] = [
    ['Processos', 'cases', all.totalProcess, all.vltotalProcess],
    ['Processos com risco', 'cases', risk.count, risk.value],
    ['Dívidas ativas em cobrança', 'debts', debts.totalProcess, debts.vltotalProcess],
    ['Protestos em cartório', 'protests', protests.totalProcess, protests.vltotalProcess],
  ];
  const step = (WIDTH + 9) / figures.length;
  for (const [index, [label, part, count, value]] of figures.entries()) {
    const x = LEFT + index * step;
    paper.paint({ x, y: top, width: step - 9, height: 60 }, COLORS.shade);
    const line = { x: x + 9, width: step - 22 };
    const isKnown = isChecked(sources, part);
    paper.write(label, { ...muted, ...line, y: top + 15 });
    const words = isKnown ? countText(count) : NOT_CHECKED;
    paper.write(words, { ...line, y: top + 36, size: isKnown ? 17 : 11, color: COLORS.ink, isBold: true });
    if (!isKnown) continue;
    paper.write(moneyText(value), { ...line, y: top + 51, size: 8.5, color: COLORS.ink, isWhole: true });
  }
  return top + 60;
}

function notesOf(input: PrintedInput): string[] {
  const { casesWithoutValue, name, sources } = input;
  const texts = [name, ...sources.map(({ edition }) => edition ?? '')];
  return [
    `Os valores somam o que se conhece. Processos sem valor conhecido: ${countText(casesWithoutValue)}. Um processo pode ter mais de uma natureza.`,
    'O risco é dito por regras fixas e numeradas, sobre os fatos do dia da análise. Não é parecer de crédito nem substitui a leitura dos processos.',
    'Não constam processos em segredo de justiça nem os que a lei manda não divulgar. "Não verificado" não quer dizer que nada exista.',
    'Cada processo, com seus motivos, está nas planilhas da análise.',
    ...(texts.some((text) => toLatin(text).includes(MISSING))
      ? [`${MISSING} está no lugar de um caractere que este relatório não pode imprimir.`]
      : []),
  ];
}

function drawFirstPage(paper: Paper, input: PrintedInput): void {
  let y = drawTitle(paper, input);
  y = drawVerdict(paper, input, y);
  y = drawFigures(paper, input, y);
  y = drawChart(paper, input, y + 30);
  drawReasons(paper, input, y + 22);
}

function drawSecondPage(paper: Paper, input: PrintedInput): void {
  const line = { y: 58, size: 9.5, color: COLORS.ink };
  paper.write(nameText(input), { ...line, x: LEFT, width: 350, isBold: true });
  paper.write(documentText(input), { ...line, x: LEFT + 360, width: WIDTH - 360, isRight: true });
  let y = drawTable(paper, tableOfKeys(input), 84);
  y = drawTable(paper, tableOfDebts(input), y + 24);
  y = drawTable(paper, tableOfSources(input), y + 24);
  y += 16;
  const small = { x: LEFT, width: WIDTH, size: 7.5, color: COLORS.muted, lines: 2, leading: 9.5 };
  for (const note of notesOf(input)) {
    paper.writeParagraph(note, { ...small, y });
    y += paper.countLines(note, { ...small, y }) * small.leading + 1.5;
  }
}

export async function printReport(input: PrintedInput): Promise<Buffer> {
  const paper = await openPaper({ title: `Relatório de análise ${input.analysisId}`, at: input.printedAt });
  drawFrame(paper, input, 1);
  drawFirstPage(paper, input);
  drawFrame(paper, input, PAGES);
  drawSecondPage(paper, input);
  return paper.finish();
}
