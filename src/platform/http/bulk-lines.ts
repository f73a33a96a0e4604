// Lines of a bulk body, whatever form they came in. Read one by one, so that a long body keeps nobody waiting.

export type RawLine = {
  /** From 1 on, as an editor shows it; of a JSON array the place in it. */
  readonly line: number;
  /** Of CSV an object with the columns that were asked for; undefined where a line is not valid JSON. */
  readonly value: unknown;
};

export const NOT_JSON = 'the line is not valid JSON';

export function* readArray(items: readonly unknown[]): Generator<RawLine> {
  for (const [index, value] of items.entries()) yield { line: index + 1, value };
}

export function* readNdjson(text: string): Generator<RawLine> {
  let [start, line] = [0, 0];
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const bare = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    line += 1;
    if (bare !== '') yield { line, value: parse(bare) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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

export type Header = {
  readonly separator: Separator;
  /** Of the columns that were asked for, in their order. */
  readonly places: readonly (readonly [name: string, place: number])[];
};

/** Null when it does not name all the columns that are needed. Spreadsheets of Brazil write semicolons. */
export function readHeader(text: string, needed: readonly string[]): Header | null {
  const [first = ''] = text.replace(BYTE_ORDER_MARK, '').split(/\r?\n|\r/, 1);
  const separator = first.includes(';') ? ';' : ',';
  const names = first.split(separator).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  const places = needed.map((name) => [name, names.indexOf(name)] as const);
  return places.some(([, place]) => place < 0) ? null : { separator, places };
}

export function* readCsv(text: string, { separator, places }: Header): Generator<RawLine> {
  for (const { line, cells } of splitCsv(text.replace(BYTE_ORDER_MARK, ''), separator)) {
    const isBlank = cells.length === 1 && cells[0]?.trim() === '';
    if (line === 1 || isBlank) continue;
    yield { line, value: Object.fromEntries(places.map(([name, place]) => [name, cells[place]])) };
  }
}

/** Whether a body has no more lines than that, a header and a line that does not end aside. */
export function hasAtMostLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines <= most + 1;
}
