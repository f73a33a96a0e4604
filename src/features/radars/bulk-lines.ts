// Lines of a bulk request, whatever form they came in. Read one by one, so that a long body keeps nobody waiting.
import { FAULT_TEXTS, readRadar } from './rules.ts';
import type { WantedRadar } from './rules.ts';

export type BulkLine = {
  /** From 1 on, as an editor shows it; of a JSON array the place in it. */
  readonly line: number;
  readonly radar: WantedRadar | null;
  /** Why there is none; empty otherwise. */
  readonly reason: string;
};

/** What an export has beside them, so that it can be added elsewhere as it is. */
const EXPORTED: ReadonlySet<string> = new Set(['id', 'active', 'createdAt', 'preProcessedAt']);

function toLine(line: number, given: unknown): BulkLine {
  const fields =
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.fromEntries(Object.entries(given).filter(([key]) => !EXPORTED.has(key)))
      : null;
  const read = readRadar(fields);
  return 'fault' in read
    ? { line, radar: null, reason: FAULT_TEXTS[read.fault] }
    : { line, radar: read, reason: '' };
}

export function* readArray(items: readonly unknown[]): Generator<BulkLine> {
  for (const [index, item] of items.entries()) yield toLine(index + 1, item);
}

export function* readNdjson(text: string): Generator<BulkLine> {
  let [start, line] = [0, 0];
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const bare = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (bare !== '') yield parseLine(line, bare);
  }
}

function parseLine(line: number, text: string): BulkLine {
  try {
    return toLine(line, JSON.parse(text));
  } catch {
    return { line, radar: null, reason: 'the line is not valid JSON' };
  }
}

type CsvRecord = { readonly line: number; readonly cells: readonly string[] };

type Separator = ',' | ';';

/** A cell and what ends it. RFC 4180: in quotes it may hold separators, line ends, and quotes that are doubled. */
const CELL: Readonly<Record<Separator, RegExp>> = {
  ',': /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|\r|$)/gy,
  ';': /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r?\n|\r|$)/gy,
};

function* splitCsv(text: string, separator: Separator): Generator<CsvRecord> {
  let [line, cells]: [number, string[]] = [1, []];
  let startedAt = line;
  for (const match of text.matchAll(CELL[separator])) {
    const [whole, cell = '', end = ''] = match;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (cell.startsWith('"')) line += cell.split('\n').length - 1;
    if (end === separator) continue;
    line += 1;
    yield { line: startedAt, cells };
    [startedAt, cells] = [line, []];
    if (match.index + whole.length >= text.length) return;
  }
  // A quote that is opened and not closed, or closed in the middle of a cell.
  yield { line: startedAt, cells: [] };
}

const BYTE_ORDER_MARK = '\uFEFF';
/** What an export puts before a cell that a spreadsheet would take for a formula. */
const GUARDED = /^'(?=[=+@-])/;
const NEEDED = ['name', 'code', 'type'] as const;

type Header = { readonly separator: Separator; readonly places: readonly number[] };

/** Null when it does not name all that a radar needs. Spreadsheets of Brazil write semicolons. */
export function readHeader(text: string): Header | null {
  const [first = ''] = text.replace(BYTE_ORDER_MARK, '').split(/\r?\n|\r/, 1);
  const separator = first.includes(';') ? ';' : ',';
  const names = first.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  const places = NEEDED.map((name) => names.indexOf(name));
  return places.includes(-1) ? null : { separator, places };
}

export function* readCsv(text: string, { separator, places }: Header): Generator<BulkLine> {
  const [namePlace = 0, codePlace = 0, typePlace = 0] = places;
  for (const { line, cells } of splitCsv(text.replace(BYTE_ORDER_MARK, ''), separator)) {
    const isBlank = cells.length === 1 && cells[0]?.trim() === '';
    if (line === 1 || isBlank) continue;
    const name = cells[namePlace]?.replace(GUARDED, '');
    yield toLine(line, { name, code: cells[codePlace], type: cells[typePlace]?.trim() });
  }
}
