// The results as tables: aligned for people, in Markdown for the documents.
import type { FigureResult } from './measure-figure.ts';
import type { RowResult, Side } from './measure.ts';

export type Table = { readonly head: readonly string[]; readonly lines: readonly (readonly string[])[] };

const NOTHING = '–';

export function buildRowTable(results: readonly RowResult[]): Table {
  return {
    head: ['row', 'requests/s', 'against', 'requests/s', 'ratio', 'spread', 'limit', 'verdict'],
    lines: results.map((result) => [
      result.title,
      perSecond(result.subject),
      result.baseline?.title ?? NOTHING,
      perSecond(result.baseline),
      result.ratio === null ? NOTHING : result.ratio.toFixed(2),
      result.spread === null ? NOTHING : `${(result.spread * 100).toFixed(0)} %`,
      result.limit === null ? NOTHING : `≥ ${result.limit}`,
      result.verdict,
    ]),
  };
}

export function buildFigureTable(results: readonly FigureResult[]): Table {
  return {
    head: ['figure', 'value', 'least', 'most', 'limit', 'verdict'],
    lines: results.map(({ title, unit, limit, values, median, verdict }) => [
      title,
      `${writeFigure(median)} ${unit}`,
      writeFigure(Math.min(...values)),
      writeFigure(Math.max(...values)),
      describeLimit(limit),
      verdict,
    ]),
  };
}

function describeLimit(limit: FigureResult['limit']): string {
  if (limit === null) return NOTHING;
  return 'atLeast' in limit ? `≥ ${writeFigure(limit.atLeast)}` : `≤ ${writeFigure(limit.atMost)}`;
}

function writeFigure(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}

/** Each measured side once: the last row that measured it tells its memory after everything before. */
export function buildSideTable(results: readonly RowResult[]): Table {
  const sides = new Map<string, Side>();
  for (const { subject, baseline } of results) {
    for (const side of [subject, baseline]) if (side !== null) sides.set(side.title, side);
  }
  return {
    head: ['side', 'p50 ms', 'p99 ms', 'CPU µs a request', 'statements a request', 'memory MB'],
    lines: [...sides.values()].map((side) => [
      side.title,
      side.p50Ms.toFixed(2),
      side.p99Ms.toFixed(2),
      side.cpuMicrosPerRequest.toFixed(0),
      side.statementsPerRequest === null ? NOTHING : side.statementsPerRequest.toFixed(3),
      side.memoryMb === null ? NOTHING : side.memoryMb.toFixed(0),
    ]),
  };
}

function perSecond(side: Side | null): string {
  return side === null ? NOTHING : Math.round(side.medianPerSecond).toLocaleString('en');
}

export function alignTable({ head, lines }: Table): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const align = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [align(head), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(align)].join('\n');
}

/** Figures stand under each other by their last digit. */
function pad(cell: string, width: number): string {
  return /^[\d≥≤]/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
}

export function markdownTable({ head, lines }: Table): string {
  const write = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [write(head), write(head.map(() => '---')), ...lines.map(write)].join('\n');
}

export function describeRemarks(results: readonly RowResult[]): string[] {
  return results.flatMap(({ id, verdict, remarks }) =>
    [...new Set(remarks)].map((remark) => `${id}: ${verdict}: ${remark}`),
  );
}
