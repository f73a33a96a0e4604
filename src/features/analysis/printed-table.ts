// A table on paper: a heading, its columns, a line under each row.
import type { Paper } from '../../platform/pdf/paper.ts';
import { COLORS, LEFT, WIDTH } from './printed-style.ts';

/** What stands on the right is an amount. */
export type PrintedColumn = { readonly title: string; readonly width: number; readonly isRight?: boolean };
export type PrintedRow = { readonly cells: readonly string[]; readonly isStrong?: boolean };
export type PrintedTable = {
  readonly title: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
  readonly rowHeight: number;
};

const SIZE = 8.5;
const GAP = 8;
const PADDING = 4;

function writeCells(
  paper: Paper,
  columns: readonly PrintedColumn[],
  look: { cells: readonly string[]; y: number; size: number; color: string; isBold: boolean },
): void {
  let x = LEFT + PADDING;
  for (const [index, { width, isRight = false }] of columns.entries()) {
    const { cells, ...line } = look;
    paper.write(cells[index] ?? '', { ...line, x, width: width - GAP, isRight, isWhole: isRight });
    x += width;
  }
}

/** Gives where it ends. */
export function drawTable(paper: Paper, table: PrintedTable, top: number): number {
  const { title, columns, rows, rowHeight } = table;
  paper.write(title, { x: LEFT, y: top, width: WIDTH, size: 11, color: COLORS.brand, isBold: true });
  const head = top + 7;
  paper.paint({ x: LEFT, y: head, width: WIDTH, height: rowHeight }, COLORS.shade);
  const base = (rowHeight + SIZE) / 2 - 1.5;
  const titles = columns.map((column) => column.title);
  writeCells(paper, columns, {
    cells: titles,
    y: head + base,
    size: 8,
    color: COLORS.muted,
    isBold: true,
  });
  for (const [index, { cells, isStrong = false }] of rows.entries()) {
    const y = head + (index + 1) * rowHeight;
    writeCells(paper, columns, { cells, y: y + base, size: SIZE, color: COLORS.ink, isBold: isStrong });
    paper.paint({ x: LEFT, y: y + rowHeight - 0.5, width: WIDTH, height: 0.5 }, COLORS.hairline);
  }
  return head + (rows.length + 1) * rowHeight;
}
