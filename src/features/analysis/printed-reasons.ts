// The five heaviest reasons for risk, in plain words.
import type { Paper } from '../../platform/pdf/paper.ts';
import type { PrintedInput, PrintedReason } from './printed-input.ts';
import { COLORS, LEFT, WIDTH } from './printed-style.ts';
import { isChecked } from './printed-verdict.ts';
import { countText, moneyText } from './printed-words.ts';

const SHOWN = 5;
const ROW = 30;
const SENTENCE_WIDTH = 306;
const COUNT_AT = LEFT + 330;
const VALUE_AT = LEFT + 396;
const VALUE_WIDTH = LEFT + WIDTH - 4 - VALUE_AT;

function drawReason(
  paper: Paper,
  { sentence, count, value }: PrintedReason,
  { place, top }: { place: number; top: number },
): void {
  const text = { size: 9.5, color: COLORS.ink };
  const paragraph = { ...text, x: LEFT + 20, width: SENTENCE_WIDTH, lines: 2, leading: 11.5 };
  const lines = paper.countLines(sentence, { ...paragraph, y: 0 });
  const y = top + (lines === 1 ? 18 : 12.5);
  paper.write(`${place}.`, { ...text, x: LEFT + 4, y, width: 16, isBold: true });
  paper.writeParagraph(sentence, { ...paragraph, y });
  paper.write(countText(count), { ...text, x: COUNT_AT, y, width: 58, isRight: true, isWhole: true });
  const amount = { ...text, x: VALUE_AT, y, width: VALUE_WIDTH, isRight: true, isWhole: true };
  paper.write(moneyText(value), amount);
  paper.paint({ x: LEFT, y: top + ROW - 0.5, width: WIDTH, height: 0.5 }, COLORS.hairline);
}

export function drawReasons(paper: Paper, { reasons, sources }: PrintedInput, top: number): void {
  paper.write('Os motivos que mais pesam', {
    x: LEFT,
    y: top,
    width: 300,
    size: 11,
    color: COLORS.brand,
    isBold: true,
  });
  const small = { y: top + 24, size: 9.5, color: COLORS.muted };
  if (reasons.length === 0) {
    const words = isChecked(sources, 'cases')
      ? 'Nenhuma regra de risco se aplica.'
      : 'Os processos não foram verificados.';
    paper.write(words, { ...small, x: LEFT, width: WIDTH });
    return;
  }
  const head = { y: top + 18, size: 8, color: COLORS.muted, isBold: true };
  paper.paint({ x: LEFT, y: top + 7, width: WIDTH, height: 16 }, COLORS.shade);
  paper.write('Motivo', { ...head, x: LEFT + 20, width: 200 });
  paper.write('Processos', { ...head, x: COUNT_AT, width: 58, isRight: true });
  paper.write('Valor conhecido', { ...head, x: VALUE_AT, width: VALUE_WIDTH, isRight: true });
  const shown = reasons.slice(0, SHOWN);
  for (const [index, reason] of shown.entries())
    drawReason(paper, reason, { place: index + 1, top: top + 23 + index * ROW });
  const more = reasons.length - shown.length;
  if (more > 0) {
    const words = `Outros ${more} motivos, de menor peso, estão nas planilhas.`;
    paper.write(more === 1 ? 'Mais um motivo, de menor peso, está nas planilhas.' : words, {
      x: LEFT,
      y: top + 23 + SHOWN * ROW + 14,
      width: WIDTH,
      size: 8,
      color: COLORS.muted,
    });
  }
}
